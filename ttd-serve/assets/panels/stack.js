// The stack of the moment, the innermost frame first. A click selects a frame; the arrow keys go through them.

import { h, number, place, valueText } from '../core/dom.js';
import { Rows } from '../core/rows.js';
import { badge } from '../core/docks.js';
import { move } from '../core/motions.js';
import { app, emit, go, on } from '../core/state.js';

/** Makes the panel. */
export function stackPanel() {
  const rows = new Rows({
    label: 'Stack',
    role: 'grid',
    height: 24,
    empty: 'No frame',
    key: (frame) => String(frame.index),
    render: frameCells,
    classes: (frame) => (frame.index === app.focus.frame ? ['frame', 'selected'] : ['frame']),
    activate: (frame) => frame.more || go({ frame: frame.index }),
  });
  on('moment', ({ frames, depth }) => {
    const at = Math.min(app.focus.frame, frames.length - 1);
    rows.active = at;
    const all = depth ?? frames.length;
    const more = all > frames.length ? [{ index: -1, more: all - frames.length }] : [];
    rows.set([...frames.map((frame, index) => ({ index, ...frame })), ...more]);
    rows.reveal(Math.max(0, at));
    badge('stack', all > 1 ? number(all) : '');
  });
  on('object', () => rows.render());
  return {
    id: 'stack',
    label: 'Stack',
    dock: 'stack',
    element: h('div', {}, rows.element),
    shown: () => rows.render(),
  };
}

function frameCells(frame) {
  if (frame.more) return [h('span.muted', { text: `and ${number(frame.more)} more frames` })];
  const { index, function: name, path, line, returning } = frame;
  const cells = [
    h('span.frame-mark', { text: index === app.focus.frame ? '▸' : '' }),
    h('span.function', { text: name }),
    place(path, line),
  ];
  if (returning) cells.push(h('span.returning', {}, 'returns ', valueText(returning, app.focus.object)));
  const look = h('button.quiet', {
    type: 'button',
    tabindex: -1,
    text: 'source',
    title: 'Show this line without moving the focus',
    on: { click: () => emit('look at', { path, line }) },
  });
  const up = h('button.quiet', {
    type: 'button',
    tabindex: -1,
    text: 'call',
    title: 'Travel to where this frame was called',
    on: { click: () => toCall(index) },
  });
  cells.push(h('span.row-tools', {}, look, index < (app.moment?.frames.length ?? 1) - 1 ? up : null));
  return cells;
}

/** Travels to the call of a frame. */
async function toCall(index) {
  if (app.focus.frame !== index) await go({ frame: index });
  await move('rreturn');
}
