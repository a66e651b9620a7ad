// Threads as lanes over the stretch that the timeline shows, and at the focus the tasks and locks as tables.

import { fill, h, number, place, timeLink, visible } from '../core/dom.js';
import { Cancelled } from '../core/link.js';
import { badge, isShown } from '../core/docks.js';
import { app, emit, extent, focusArgument, go, link, on } from '../core/state.js';

const BUCKETS = 200;
/** Events of a run whose threads are asked for by itself. */
const SURVEYED = 1_000_000;

/** Makes the panel. */
export function threadsPanel() {
  const lanes = h('div.lanes');
  const tables = h('div.tables');
  const element = h(
    'div.scrolls',
    { tabindex: 0, role: 'region', 'aria-label': 'Threads, tasks and locks' },
    lanes,
    tables,
  );
  element.setAttribute('data-scrolls', '');
  const update = async () => {
    if (!isShown('threads') || !app.hello || !app.moment || link.state !== 'open') return;
    const { first, last } = extent();
    try {
      const answer = await link.ask(
        'threads',
        { focus: focusArgument(), from: first, to: last + 1, buckets: BUCKETS },
        { slot: 'threads' },
      );
      badge('threads', answer.lanes.length > 1 ? number(answer.lanes.length) : '');
      fill(
        lanes,
        answer.lanes.map((lane) => laneOf(lane, first, last + 1)),
      );
      fill(
        tables,
        table('Tasks of asyncio', answer.tasks),
        table('Locks', answer.locks),
        answer.tasks?.length || answer.locks?.length
          ? null
          : h('p.muted.pad', { text: 'No tasks and no locks at this event.' }),
      );
    } catch (error) {
      if (!(error instanceof Cancelled)) fill(tables, h('p.pad', { text: error.message }));
    }
  };
  let surveyed = null;
  // The timeline knows threads once they have been asked for. Of a run that is not long that is done at its end.
  const survey = async () => {
    const { last, state, first } = extent();
    const key = `${app.hello.run?.number} ${app.focus.branch} ${last}`;
    if (state !== 'ended' || last > SURVEYED || surveyed === key) return;
    surveyed = key;
    try {
      const { lanes: found } = await link.ask('threads', {
        focus: focusArgument(),
        from: first,
        to: last + 1,
        buckets: 1,
      });
      badge('threads', found.length > 1 ? number(found.length) : '');
      if (found.length > 1) emit('threads known');
    } catch {
      surveyed = null;
    }
  };
  on('moment', () => {
    survey();
    update();
  });
  on('changed', (names) => names.includes('run') && update());
  return { id: 'threads', label: 'Threads', dock: 'side', element, shown: update };
}

/** One thread: its name, and where it ran or waited. A stretch is a link to its beginning. */
function laneOf({ number: n, name, stretches }, from, to) {
  const isShown = (app.focus.thread ?? app.moment.thread?.number ?? 1) === n;
  const part = (time) => `${((time - from) / (to - from)) * 100}%`;
  const bar = h('div.lane-bar', {});
  for (const stretch of stretches.slice(0, 400)) {
    const title = `${name} ${stretch.state} from ${number(stretch.from)} to ${number(stretch.to - 1)}`;
    const mark = timeLink(stretch.from, '', { title, 'aria-label': title, tabindex: -1 });
    mark.classList.add('stretch');
    mark.dataset.state = stretch.state;
    mark.style.left = part(stretch.from);
    mark.style.width = `max(2px, calc(${part(stretch.to)} - ${part(stretch.from)}))`;
    bar.append(mark);
  }
  const now = h('span.lane-now');
  now.style.left = part(app.focus.time);
  bar.append(now);
  const running = stretches.filter((one) => one.state === 'running').reduce((sum, one) => sum + one.to - one.from, 0);
  return h(
    'div.lane',
    { data: { chosen: isShown } },
    h('button.quiet.lane-name', {
      type: 'button',
      'aria-pressed': String(isShown),
      title: 'Look at this thread at the present event',
      text: `${n} ${name ?? ''}`,
      on: { click: () => go({ thread: n, frame: 0 }) },
    }),
    bar,
    h('span.muted', { text: `${Math.round((running / (to - from)) * 100)} %` }),
  );
}

/** Columns that come first, in this order. */
const FIRST = ['task', 'lock', 'name', 'kind', 'state', 'function'];

/** Objects as a table: a column for each member. A path with a line is one place, a `time` is a link. */
export function table(caption, rows) {
  if (!rows?.length) return null;
  const flat = rows.map(({ path, line, ...row }) => (path ? { ...row, place: place(path, line) } : row));
  const names = [...new Set(flat.flatMap((row) => Object.keys(row)))];
  const columns = [...FIRST.filter((name) => names.includes(name)), ...names.filter((name) => !FIRST.includes(name))];
  const cell = (name, value) => {
    if (value === null || value === undefined) return h('td');
    if (value instanceof Node) return h('td', {}, value);
    if ((name === 'time' || name === 'since') && typeof value === 'number') return h('td', {}, timeLink(value));
    return h('td', { text: typeof value === 'object' ? JSON.stringify(value) : visible(String(value)) });
  };
  return h(
    'table',
    {},
    h('caption', { text: caption }),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        columns.map((text) => h('th', { scope: 'col', text })),
      ),
    ),
    h(
      'tbody',
      {},
      flat.map((row) =>
        h(
          'tr',
          {},
          columns.map((name) => cell(name, row[name])),
        ),
      ),
    ),
  );
}
