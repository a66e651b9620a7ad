// What is known of the chosen value: its history with a plot, where its object was used, and where the value came from.
//
// These are searches over the run, so they are asked only while their tab is seen, and a newer choice cancels them.

import { h, number, place, timeLink, valueText } from '../core/dom.js';
import { iconButton } from '../core/icons.js';
import { Cancelled } from '../core/link.js';
import { Rows } from '../core/rows.js';
import { badge, isShown, show } from '../core/docks.js';
import { toChange } from '../core/motions.js';
import { app, emit, focusArgument, go, link, on } from '../core/state.js';
import { Plot } from './plot.js';

/** Changes that are listed at first, and those that a plot shows at most. */
const LISTED = 60;
const PLOTTED = 600;

/** Makes the three panels. */
export function objectPanels() {
  const history = historyPanel();
  const uses = list('uses', 'Uses', subjectObject, async (args, how) => {
    const { uses: items, total, start = 0 } = await link.ask('uses', args, how);
    return { items, total, start };
  });
  const origin = list('origin', 'Origin', subjectValue, async (args, how) => {
    const { steps: items, total = items.length, start = 0, note } = await link.ask('origin', args, how);
    return { items, total, start, note };
  });
  on('object', ({ expression, object }) => {
    const any = ['history', 'uses', 'origin'].some(isShown);
    if ((expression !== null || object !== null) && !any && document.documentElement.dataset.width === 'wide')
      show('history');
  });
  return [history, uses, origin];
}

/** What histories and origins are asked of: the expression, or the object if only that is known. */
function subjectValue() {
  const { expression, object } = app.focus;
  return expression ?? (object === null ? null : `#${object}`);
}

/** What uses are asked of: the object, at every time the same; a value that is none has no uses of its own. */
function subjectObject() {
  const { object, expression } = app.focus;
  return object === null ? expression : `#${object}`;
}

/** The frame in which an expression means what it means: while it stays, so does a history. */
function scope() {
  const { frame, branch } = app.focus;
  const frames = app.moment?.frames ?? [];
  const one = frames[frame];
  return `${branch} ${frames.length - frame} ${one?.function} ${one?.path} ${one?.began ?? ''}`;
}

function subjectBar(title) {
  const name = h('code.subject', { text: '' });
  const bar = h(
    'div.bar.subject-bar',
    { hidden: true },
    iconButton('earlier', 'To its last change', () => toChange(-1, subjectValue()), { key: '<', className: 'quiet' }),
    name,
    iconButton('later', 'To its next change', () => toChange(1, subjectValue()), { key: '>', className: 'quiet' }),
    h('button.quiet', {
      type: 'button',
      text: 'stop at changes',
      title: 'Stop motions where this value changes, in both directions',
      on: { click: () => emit('type', `watch ${subjectValue()}`) },
    }),
    h('span.state.muted', { role: 'status' }),
    iconButton('close', 'Choose nothing', () => go({ object: null, expression: null }), { className: 'quiet at-end' }),
  );
  return { bar, name, state: bar.querySelector('.state'), title };
}

/** Keeps one list in step with what is chosen. `ask` loads rows, of the first page without saying which ones. */
function keep({ id, subject, rows, head, ask, first, after = () => {} }) {
  let known = null;
  const update = async () => {
    const expression = subject();
    head.bar.hidden = expression === null;
    const { object } = app.focus;
    head.name.textContent =
      expression === null
        ? ''
        : object === null || expression === `#${object}`
          ? expression
          : `${expression}  #${object}`;
    if (expression === null) {
      known = null;
      link.cancel(id);
      rows.set([]);
      rows.empty = 'Choose a value: click on a variable, or on a name in the code';
      rows.render();
      head.state.textContent = '';
      badge(id, '');
      after([]);
      return;
    }
    const key = `${expression} ${scope()}`;
    if (known === key || !isShown(id) || !app.moment || link.state !== 'open') {
      rows.render();
      after(null);
      return;
    }
    known = key;
    head.state.textContent = 'Searching…';
    try {
      const args = { focus: focusArgument(), expression, count: first };
      const { items, total, start, note } = await ask(args, { slot: id });
      if (known !== key) return;
      rows.empty = 'Nothing was found';
      rows.set(items, total, start);
      head.state.textContent = note ?? '';
      badge(id, number(total));
      after(items, total);
    } catch (error) {
      if (known === key) known = null;
      if (error instanceof Cancelled) return;
      rows.empty = error.message;
      rows.set([]);
      head.state.textContent = '';
      badge(id, '');
      after([]);
    }
  };
  on('moment', update);
  on('object', () => app.moment && update());
  on('changed', (names) => {
    if (names.includes('run') || names.includes('branches')) known = null;
  });
  return update;
}

function list(id, label, subject, ask) {
  const rows = new Rows({
    label,
    role: 'grid',
    height: 22,
    key: (item) => `${item.time} ${item.text}`,
    load: (_, start, count) => ask({ focus: focusArgument(), expression: subject(), start, count }, {}),
    render: ({ time, path, file, line, text }) => [
      h('span', {}, timeLink(time, undefined, { tabindex: -1 })),
      place(path ?? file, line),
      h('span.grow', { title: text }, valueText(text, app.focus.object)),
    ],
    classes: ({ time }) => (time === app.focus.time ? ['here'] : time > app.focus.time ? ['later'] : []),
    activate: ({ time }) => go({ time }, { since: performance.now() }),
  });
  const head = subjectBar(label);
  const update = keep({ id, subject, rows, head, ask, first: 200 });
  return { id, label, dock: 'object', element: h('div', {}, head.bar, rows.element), shown: update };
}

function historyPanel() {
  const plot = new Plot();
  const head = subjectBar('History');
  const ask = async (args, how) => {
    const { changes: items, total, start = 0, always } = await link.ask('history', args, how);
    return { items, total, start, note: always ? `it has always been ${always}` : '' };
  };
  const rows = new Rows({
    label: 'History',
    role: 'grid',
    height: 22,
    key: (item) => String(item.number),
    load: (_, start, count) => ask({ focus: focusArgument(), expression: subjectValue(), start, count }, {}),
    render: ({ time, path, file, line, old, new: now, contents }) => [
      h('span', {}, timeLink(time, undefined, { tabindex: -1 })),
      place(path ?? file, line),
      h(
        'span.grow',
        { title: contents ?? now ?? 'deleted' },
        contents
          ? valueText(contents, app.focus.object)
          : now === null
            ? h('i', { text: 'deleted' })
            : valueText(now, app.focus.object),
        old === null || contents
          ? null
          : h('span.old', { title: `before: ${old}` }, ' was ', valueText(old, app.focus.object)),
      ),
    ],
    classes: ({ time }) => (time === app.focus.time ? ['here'] : time > app.focus.time ? ['later'] : []),
    activate: ({ time }) => go({ time }, { since: performance.now() }),
  });
  const points = (items) =>
    items.filter((item) => typeof item.plot === 'number').map(({ time, plot: value }) => ({ time, value }));
  // A change is described by going there, so the list begins with those around the focus; the plot gets more later.
  const after = async (items, total) => {
    if (items === null) {
      plot.draw();
      rows.revealTime(app.focus.time);
      return;
    }
    plot.set(points(items));
    rows.revealTime(app.focus.time);
    if (total === undefined || total <= items.length || !plot.points.length) return;
    try {
      const args = { focus: focusArgument(), expression: subjectValue(), count: PLOTTED };
      const { items: more, start } = await ask(args, { slot: 'history' });
      rows.set(more, total, start);
      plot.set(
        points(more),
        more.length < total ? `changes ${number(start + 1)} to ${number(start + more.length)}` : '',
      );
      rows.revealTime(app.focus.time);
    } catch (error) {
      if (!(error instanceof Cancelled)) head.state.textContent = error.message;
    }
  };
  const update = keep({ id: 'history', subject: subjectValue, rows, head, ask, first: LISTED, after });
  return {
    id: 'history',
    label: 'History',
    dock: 'object',
    element: h('div', {}, head.bar, plot.element, rows.element),
    shown: update,
  };
}
