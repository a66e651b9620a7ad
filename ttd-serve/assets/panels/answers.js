// The debugger's answers as elements: one function for each kind of docs/json.md. Times are links.

import { h, number, place, timeLink, valueText } from '../core/dom.js';
import { app, choose } from '../core/state.js';

/** Rows of a list that are shown at first. */
const SHOWN = 100;

const at = ({ path, file, line }) => place(path ?? file, line);
const time = ({ time: t }) => timeLink(t);
const text = (value) => (value === null || value === undefined ? '' : valueText(String(value), app.focus.object));
const mark = ({ current, here }) =>
  h('span', {
    'aria-label': current || here ? 'the present one' : null,
    role: 'img',
    text: current || here ? '▸' : '',
  });

/** The elements that show an answer. */
export function answerNodes(answer) {
  const show = kinds[answer.kind];
  return show ? [show(answer)].flat().filter(Boolean) : [h('pre', { text: JSON.stringify(answer) })];
}

const kinds = {
  text: ({ text: said }) => h('pre.said', {}, linked(said)),
  value: ({ text: said }) => h('pre.said.value', {}, valueText(said, app.focus.object)),
  error: ({ text: said }) => h('pre.error', { text: said }),
  stop: ({ notes, time: t, event, how, exception, frame }) => [
    ...notes.map((note) => h('p.note', { text: note })),
    h(
      'p.stop',
      {},
      timeLink(t),
      ' ',
      h('span.kind', { data: { kind: event }, text: how ? `${event} (${how})` : event }),
      ' ',
      h('b', { text: frame.function }),
      ' ',
      at(frame),
      ' ',
      h('code', { text: frame.source ?? '' }),
      frame.returning ? [' returns ', text(frame.returning)] : null,
      exception ? h('span.exception', { text: ` ${exception}` }) : null,
    ),
  ],
  frame: ({ frame }) => frameLine(frame),
  stack: ({ frames }) => frames.map(frameLine),
  source: ({ lines, end_of_file: ended }) => [
    h(
      'pre.listing',
      {},
      lines.map(({ line, text: code, breakpoint, current }) =>
        h(
          'span',
          { data: { current } },
          `${String(line).padStart(4)} ${breakpoint ? '●' : ' '}${current ? '▸' : ' '} ${code}\n`,
        ),
      ),
    ),
    ended ? h('p.muted', { text: 'End of file' }) : null,
  ],
  breakpoints: ({ breakpoints }) =>
    rows(breakpoints, 'No breakpoints', {
      Number: (b) => b.number,
      Place: at,
      Kind: (b) => (b.temporary ? 'once' : ''),
      On: (b) => (b.enabled ? 'yes' : 'no'),
      Condition: (b) => b.condition ?? '',
      Ignores: (b) => b.ignore || '',
      Crossed: (b) => number(b.crossings),
    }),
  when: ({ time: t, last, complete, event, file, line, function: name }) =>
    h(
      'p.stop',
      {},
      'Event ',
      timeLink(t),
      ' of ',
      timeLink(last),
      complete ? ', ' : ' so far, ',
      `${event} of `,
      h('b', { text: name }),
      ' ',
      place(file, line),
    ),
  marks: ({ marks }) =>
    rows(marks, 'No marks', {
      '': mark,
      Name: (m) => m.name,
      Time: (m) => timeLink(m.time),
      Branch: (m) => m.branch ?? '',
    }),
  exceptions: ({ exceptions }) =>
    rows(exceptions, 'No exception', {
      '': mark,
      Number: (e) => e.number,
      Exception: (e) => text(e.text),
      Raised: (e) => (e.raised_at === null ? '' : timeLink(e.raised_at)),
    }),
  events: ({ events }) =>
    rows(events, 'No events', {
      '': mark,
      Time: time,
      Event: (e) => (e.how ? `${e.event} (${e.how})` : e.event),
      Place: at,
      Function: (e) => h('span', { text: `${'· '.repeat(Math.min(20, Math.max(0, e.depth - 1)))}${e.function}` }),
      Thread: (e) => (e.thread ? `${e.thread.number} ${e.thread.name ?? ''}` : ''),
    }),
  values: ({ values }) =>
    rows(values, 'No values', { Time: time, Frame: (v) => timeLink(v.frame), Place: at, Value: (v) => text(v.value) }),
  calls: ({ calls }) =>
    rows(calls, 'No calls', {
      '': mark,
      Time: time,
      Call: (c) => h('span', {}, `${'· '.repeat(c.indent)}${c.function}(`, text(c.arguments), ')'),
      Result: (c) => text(c.result),
      From: (c) => (c.caller ? at(c.caller) : ''),
    }),
  history: ({ changes }) =>
    rows(changes, 'No changes', {
      '': mark,
      Number: (c) => c.number,
      Time: time,
      Place: at,
      Before: (c) => text(c.old),
      After: (c) => (c.contents ? text(c.contents) : c.new === null ? h('i', { text: 'deleted' }) : text(c.new)),
      Branch: (c) => c.branch ?? '',
    }),
  moments: ({ moments }) =>
    rows(moments, 'Nothing', { '': mark, Number: (m) => m.number, Time: time, Place: at, What: (m) => text(m.text) }),
  uses: ({ uses }) => rows(uses, 'No uses', { Time: time, Place: at, What: (u) => text(u.text) }),
  origin: ({ steps }) => rows(steps, 'No origin', { Time: time, Place: at, What: (s) => text(s.text) }),
  trials: ({ target, expression, trials }) =>
    rows(trials, 'No trials', {
      [target]: (t) => text(t.value),
      [expression]: (t) => text(t.result),
      End: (t) => t.end ?? '',
      Last: (t) => number(t.last),
      Branch: (t) => t.branch ?? '',
    }),
  checkpoints: ({ checkpoints }) =>
    rows(checkpoints, 'No checkpoints', {
      Time: time,
      Bytes: (c) => number(c.bytes),
      Milliseconds: (c) => (c.nanoseconds / 1e6).toFixed(2),
    }),
  quit: () => h('p.note', { text: 'The session is over.' }),
};

function frameLine({ current, path, line, function: name, returning, source }) {
  return h(
    'p.stop',
    { data: { current } },
    current ? '▸ ' : '',
    h('b', { text: name }),
    ' ',
    place(path, line),
    ' ',
    h('code', { text: source ?? '' }),
    returning ? [' returns ', text(returning)] : null,
  );
}

/** A text in which `#5` chooses an object, and `event 12` or `at 12` leads there. */
function linked(said) {
  const nodes = [];
  let end = 0;
  for (const match of said.matchAll(/#(\d+)\b|\b(?:event|at) (\d+)\b/g)) {
    const digits = match[1] ?? match[2];
    const start = match.index + match[0].length - digits.length - (match[1] ? 1 : 0);
    nodes.push(said.slice(end, start));
    end = match.index + match[0].length;
    if (match[1]) {
      const id = Number(digits);
      nodes.push(
        h('button.quiet.object-link', {
          type: 'button',
          text: match[0],
          on: { click: () => choose({ id, expression: `#${id}` }) },
        }),
      );
    } else {
      nodes.push(timeLink(Number(digits), digits));
    }
  }
  return [...nodes, said.slice(end)];
}

/** A table of rows; of a long one the first are shown and a button shows the others. */
function rows(list, nothing, columns) {
  if (!list.length) return h('p.muted', { text: nothing });
  const used = Object.entries(columns).filter(([name]) => name === '' || list.some((row) => columns[name](row) !== ''));
  const body = h('tbody', {});
  const put = (from, to) =>
    body.append(
      ...list.slice(from, to).map((row) =>
        h(
          'tr',
          { data: { current: row.current || row.here } },
          used.map(([, cell]) => h('td', {}, cell(row))),
        ),
      ),
    );
  put(0, SHOWN);
  const table = h(
    'table.answer-table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        used.map(([name]) => (name ? h('th', { scope: 'col', text: name }) : h('td'))),
      ),
    ),
    body,
  );
  if (list.length <= SHOWN) return table;
  const more = h('button', {
    type: 'button',
    text: `Show ${number(list.length - SHOWN)} more`,
    on: {
      click: () => {
        more.remove();
        put(SHOWN);
      },
    },
  });
  return [table, more];
}
