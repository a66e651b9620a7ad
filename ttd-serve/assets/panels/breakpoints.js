// Breakpoints, marks, and the executions of one line.

import { fill, h, number, place, timeLink } from '../core/dom.js';
import { iconButton } from '../core/icons.js';
import { Rows } from '../core/rows.js';
import { badge, isShown, show } from '../core/docks.js';
import { command } from '../core/motions.js';
import { app, emit, go, link, on, report } from '../core/state.js';

/** Makes the panel. */
export function breakpointsPanel() {
  const breakpoints = h('ul.plain');
  const watches = h('ul.plain');
  const marks = h('ul.plain');
  const runs = executions();
  const element = h(
    'div',
    {},
    h(
      'div.stops',
      { tabindex: 0, role: 'region', 'aria-label': 'Breakpoints, watchpoints and marks' },
      h('section.pad', { 'aria-label': 'Breakpoints' }, h('h3', { text: 'Breakpoints' }), breakpoints),
      h('section.pad', { 'aria-label': 'Watchpoints' }, h('h3', { text: 'Watchpoints' }), watches),
      h('section.pad', { 'aria-label': 'Marks' }, h('h3', { text: 'Marks' }), marks),
    ),
    runs.element,
  );
  const update = async () => {
    if (!app.moment || link.state !== 'open') return;
    try {
      const [set, named] = await Promise.all([link.ask('breakpoints'), link.ask('marks')]);
      const rows = set.breakpoints;
      badge('stops', rows.length ? number(rows.length) : '');
      fill(
        breakpoints,
        rows.length ? rows.map(breakpointItem) : h('li.muted', { text: 'None: click left of a line of code.' }),
      );
      const watched = set.watches ?? [];
      fill(
        watches,
        watched.length
          ? watched.map(watchItem)
          : h('li.muted', { text: 'None: a chosen value has a button that stops where it changes.' }),
      );
      const list = named.marks;
      fill(marks, list.length ? list.map(markItem) : h('li.muted', { text: 'None: m gives this time a name.' }));
    } catch (error) {
      report(error);
    }
  };
  on('changed', (names) => (names.includes('breakpoints') || names.includes('marks')) && update());
  let begun = false;
  on('moment', () => {
    if (!begun) update();
    begun = true;
  });
  return { id: 'stops', label: 'Stops', dock: 'side', element, shown: () => runs.rows.render() };
}

function breakpointItem({ number: n, path, line, enabled, temporary, condition, ignore }) {
  const facts = [condition ? `if ${condition}` : '', temporary ? 'once' : '', ignore ? `ignores ${ignore}` : '']
    .filter(Boolean)
    .join(', ');
  const act = (line_) => async () => {
    try {
      const { answers } = await command(line_);
      const failed = answers.find((one) => one.kind === 'error');
      if (failed) emit('error', failed.text);
    } catch (error) {
      report(error);
    }
  };
  const box = h('input', {
    type: 'checkbox',
    checked: enabled,
    'aria-label': `Breakpoint ${n} is on`,
    on: { change: act(`${enabled ? 'disable' : 'enable'} ${n}`) },
  });
  const show_ = h(
    'button.quiet',
    { type: 'button', on: { click: () => emit('look at', { path, line }) } },
    place(path, line),
  );
  return h(
    'li.breakpoint',
    {},
    box,
    h('span', { text: n }),
    show_,
    h('span.muted.grow', { text: facts }),
    iconButton('close', `Delete breakpoint ${n}`, act(`clear ${n}`), { className: 'quiet' }),
  );
}

function watchItem({ number: n, expression }) {
  const remove = () => command(`unwatch ${n}`).catch(report);
  return h(
    'li',
    {},
    h('span', { text: n }),
    h('code.grow', { text: expression }),
    iconButton('close', `Delete watchpoint ${n}`, remove, { className: 'quiet' }),
  );
}

function markItem({ name, time, branch }) {
  const here = time === app.focus.time && branch === app.focus.branch;
  const of = app.hello.branches?.find((one) => one.number === branch);
  return h(
    'li',
    { data: { here } },
    timeLink(time, name, { data: { branch } }),
    h('span.muted', { text: ` at ${number(time)}${branch ? ` on ${of?.name ?? branch}` : ''}` }),
  );
}

/** The list of all times at which a line ran; it is shown when its count is clicked. */
function executions() {
  let of = null;
  const rows = new Rows({
    label: 'Executions',
    role: 'grid',
    height: 22,
    empty: 'Click on the count of a line to list its executions',
    key: (item) => String(item.time),
    load: async (_, start, count) => {
      if (!of) return { items: [], total: 0 };
      const { times, total } = await link.ask('executions', { ...of, branch: app.focus.branch, start, count });
      return { items: times.map((time, i) => ({ time, n: start + i + 1 })), total };
    },
    render: ({ time, n }) => [
      h('span.muted.ordinal', { text: number(n) }),
      h('span', {}, timeLink(time, undefined, { tabindex: -1 })),
    ],
    classes: ({ time }) => (time === app.focus.time ? ['here'] : time > app.focus.time ? ['later'] : []),
    activate: ({ time }) => go({ time }, { since: performance.now() }),
  });
  const title = h('h3.pad', { text: 'Executions' });
  on('executions', async (line) => {
    of = line;
    show('stops');
    fill(title, 'Executions of ', place(line.path, line.line));
    try {
      const { time, branch } = app.focus;
      const { times, start, total } = await link.ask(
        'executions',
        { ...line, branch, near: time, count: 200 },
        { slot: 'executions' },
      );
      rows.set(
        times.map((at, i) => ({ time: at, n: start + i + 1 })),
        total,
        start,
      );
      rows.revealTime(time);
      rows.element.focus({ preventScroll: true });
    } catch (error) {
      report(error);
    }
  });
  on('moment', () => isShown('stops') && rows.render());
  return { rows, element: h('section.grows', { 'aria-label': 'Executions of a line' }, title, rows.element) };
}
