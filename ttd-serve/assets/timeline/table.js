// The timeline as a table: its text alternative, with at most two dozen rows.

import { h, number, timeLink } from '../core/dom.js';
import { emit } from '../core/state.js';

const ROWS = 24;

/** What the buckets of a stretch hold, in rows of equal width. */
export function summarise(buckets, from, to) {
  const width = Math.max(1, Math.ceil((to - from) / ROWS));
  const rows = [];
  for (let start = from; start < to; start += width) {
    rows.push({
      from: start,
      to: Math.min(to, start + width),
      calls: 0,
      depth: 0,
      output: 0,
      exceptions: 0,
      threads: new Set(),
    });
  }
  for (const bucket of buckets) {
    const row = rows[Math.floor((bucket.from - from) / width)];
    if (!row || bucket.from < from) continue;
    row.calls += bucket.calls ?? 0;
    row.output += bucket.output ?? 0;
    row.exceptions += bucket.exceptions ?? 0;
    row.depth = Math.max(row.depth, bucket.depth ?? 0);
    for (const thread of bucket.threads ?? []) row.threads.add(thread);
  }
  return rows;
}

/** The table of a stretch, with links to its times, and the named times below. */
export function tableOf({ buckets, marks, forks, checkpoints }, from, to) {
  const rows = summarise(buckets, from, to);
  const many = rows.some((row) => row.threads.size > 1) || new Set(rows.flatMap((row) => [...row.threads])).size > 1;
  const heads = ['From', 'To', 'Calls', 'Depth', 'Output', 'Exceptions', ...(many ? ['Threads'] : []), ''];
  const body = rows.map((row) =>
    h(
      'tr',
      {},
      h('td', {}, timeLink(row.from)),
      h('td', { text: number(row.to - 1) }),
      h('td', { text: number(row.calls) }),
      h('td', { text: row.depth }),
      h('td', { text: row.output ? `${number(row.output)} B` : '' }),
      h('td', { text: row.exceptions || '' }),
      many ? h('td', { text: [...row.threads].join(' ') }) : null,
      h(
        'td',
        {},
        h('button.quiet', {
          type: 'button',
          text: 'zoom',
          'aria-label': `Zoom to ${row.from} to ${row.to - 1}`,
          on: { click: () => emit('zoom to', row) },
        }),
      ),
    ),
  );
  const named = [
    ...marks.map((mark) => h('li', {}, 'mark ', timeLink(mark.time, mark.name))),
    ...forks.map((fork) => h('li', {}, `branch ${fork.name} leaves at `, timeLink(fork.time))),
  ];
  return [
    h(
      'table',
      {},
      h('caption', { text: `The run from ${number(from)} to ${number(to - 1)}` }),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((text) => (text ? h('th', { scope: 'col', text }) : h('td'))),
        ),
      ),
      h('tbody', {}, body),
    ),
    named.length ? h('ul', {}, named) : null,
    h('p.muted', { text: `${number(checkpoints.length)} checkpoints in this stretch` }),
  ];
}
