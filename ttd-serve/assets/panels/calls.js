// The calls of the run as a tree, loaded in pages; or, with a filter, those whose function has this text in its name.

import { afterPause, count, h, number, place, timeLink, valueText } from '../core/dom.js';
import { Rows } from '../core/rows.js';
import { isShown } from '../core/docks.js';
import { app, go, link, mustWait, on, report } from '../core/state.js';

/** Makes the panel. */
export function callsPanel() {
  let filter = '';
  let stale = true;
  const load = async (call, start, count) => {
    const args = { branch: app.focus.branch, start, count };
    if (call) args.time = call.time;
    else if (filter) args.filter = filter;
    const { calls, total } = await link.ask('tree', args, call || start > 0 ? {} : { slot: 'calls' });
    return { items: calls, total };
  };
  const rows = new Rows({
    label: 'Calls',
    role: 'tree',
    height: 22,
    empty: 'No calls',
    key: (call) => String(call.time),
    load,
    // Of a call with very much inside it is not known how many calls it made until lines have been counted.
    canOpen: (call) => call.calls === null || call.calls > 0,
    render: callCells,
    classes: callClasses,
    activate: (call) => go({ time: call.time }, { since: performance.now() }),
    keyDown: (call, event) => event.key === '$' && (go({ time: call.until ?? call.time }), true),
  });
  const reload = async () => {
    if (mustWait()) {
      rows.empty = 'Calls are listed when the program waits, or has ended';
      rows.render();
      return;
    }
    rows.empty = 'No calls';
    stale = false;
    try {
      await rows.reload();
      openTheOnly(rows);
    } catch (error) {
      stale = true;
      report(error);
    }
  };
  const refresh = () => {
    stale = true;
    if (isShown('calls') && link.state === 'open' && app.hello) reload();
  };
  const field = h('input.filter', {
    type: 'search',
    'aria-label': 'Functions whose name contains',
    placeholder: 'Filter functions',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  field.addEventListener(
    'input',
    afterPause(150, () => {
      filter = field.value.trim();
      refresh();
    }),
  );
  let branch = 0;
  let known = '';
  on('hello', ({ last, run }) => {
    const now = `${last} ${run?.state}`;
    if (now !== known) refresh();
    known = now;
  });
  on('moment', () => {
    if (branch !== app.focus.branch) refresh();
    branch = app.focus.branch;
    rows.render();
  });
  on('object', () => rows.render());
  const element = h('div', {}, h('div.bar', {}, field), rows.element);
  const shown = () => {
    if (stale) refresh();
    else rows.render();
  };
  return { id: 'calls', label: 'Calls', dock: 'side', element, shown };
}

/** A run has one outermost call: it is opened at once. */
function openTheOnly(rows) {
  const place = rows.model.at(0);
  if (rows.model.size === 1 && place?.item && place.item.calls !== 0 && !place.child) rows.model.toggle(place);
}

/** Calls that the present is in are marked, so that the way to the present can be followed down. */
function callClasses({ time, until }) {
  const { time: now } = app.focus;
  const classes = ['call'];
  if (time <= now && (until === null || until === undefined || now <= until)) classes.push('holds-now');
  if (now < time) classes.push('later');
  return classes;
}

function callCells(call) {
  const { time, function: name, path, line, arguments: given, result, exception, calls, events } = call;
  const facts = [`${name}(${given ?? ''}) at event ${number(time)}`, count(events, 'event')];
  if (calls !== null) facts.push(`${count(calls, 'call')} below`);
  const title = facts.join(', ');
  const end = exception
    ? h('span.exception', { title: exception, text: ` ✕ ${exception}` })
    : result !== null && result !== undefined && result !== 'None'
      ? h('span.result', {}, ' → ', valueText(result, app.focus.object))
      : null;
  return [
    timeLink(time, name, { tabindex: -1, title, data: {} }),
    given ? h('span.arguments', {}, '(', valueText(given, app.focus.object), ')') : h('span.arguments', { text: '()' }),
    end,
    h('span.row-end', {}, place(path, line), h('span.events', { title: 'Events', text: number(events) })),
  ].filter(Boolean);
}
