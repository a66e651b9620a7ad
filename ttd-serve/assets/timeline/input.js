// What a pointer and keys do on the timeline: a click goes to a time, a drag zooms to a stretch, with Shift it moves
// the stretch; the wheel zooms at the pointer; the arrow keys move the time.

import { app, go } from '../core/state.js';
import { timeAt, xOf } from './draw.js';

/** Pixels that a drag must go before it is one. */
const DRAG = 5;

/** Listens to the pointer and the keys. */
export function listen(timeline) {
  const { slider } = timeline;
  slider.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    slider.setPointerCapture(event.pointerId);
    timeline.drag = {
      start: event.offsetX,
      end: event.offsetX,
      pans: event.shiftKey,
      from: timeline.from,
      to: timeline.to,
    };
  });
  slider.addEventListener('pointermove', (event) => pointerMove(timeline, event));
  slider.addEventListener('pointerup', (event) => pointerUp(timeline, event));
  slider.addEventListener('pointercancel', () => dropDrag(timeline));
  slider.addEventListener('pointerleave', () => {
    timeline.hover = null;
    timeline.readout.textContent = '';
    timeline.draw();
  });
  slider.addEventListener('wheel', (event) => wheel(timeline, event), { passive: false });
  slider.addEventListener('keydown', (event) => key(timeline, event));
}

function dropDrag(timeline) {
  timeline.drag = null;
  timeline.draw();
}

function pointerMove(timeline, event) {
  const width = timeline.slider.clientWidth;
  timeline.hover = event.offsetX;
  if (timeline.drag) {
    timeline.drag.end = event.offsetX;
    if (timeline.drag.pans) {
      const shift = ((timeline.drag.start - event.offsetX) / width) * (timeline.drag.to - timeline.drag.from);
      timeline.zoom(timeline.drag.from + shift, timeline.drag.to + shift);
    }
  }
  timeline.draw();
}

function pointerUp(timeline, event) {
  const { drag } = timeline;
  if (!drag) return;
  dropDrag(timeline);
  if (drag.pans) return;
  const width = timeline.slider.clientWidth;
  const [left, right] = [Math.min(drag.start, event.offsetX), Math.max(drag.start, event.offsetX)];
  if (right - left < DRAG) go({ time: snap(timeline, event.offsetX, width) }, { since: performance.now() });
  else timeline.zoom(timeAt(left, timeline, width), timeAt(right, timeline, width) + 1);
}

/** A click within two pixels of a mark or crossing means that. */
function snap(timeline, x, width) {
  const { marks, crossings } = timeline.data;
  const times = [...marks.map((mark) => mark.time), ...crossings];
  const near = times.filter((time) => Math.abs(xOf(time + 0.5, timeline, width) - x) <= 3);
  const time = timeAt(x, timeline, width);
  return near.length ? near.reduce((a, b) => (Math.abs(a - time) < Math.abs(b - time) ? a : b)) : time;
}

function wheel(timeline, event) {
  event.preventDefault();
  const width = timeline.slider.clientWidth;
  const span = timeline.to - timeline.from;
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    const by = ((event.deltaX || event.deltaY) / width) * span;
    timeline.zoom(timeline.from + by, timeline.to + by);
  } else {
    timeline.zoomBy(
      Math.exp(Math.max(-120, Math.min(120, event.deltaY)) / 250),
      timeAt(event.offsetX, timeline, width),
    );
  }
}

function key(timeline, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const span = timeline.to - timeline.from;
  const step = Math.max(1, Math.round(span / 100)) * (event.shiftKey ? 10 : 1);
  const { time } = app.focus;
  const [first, end] = timeline.whole;
  const actions = {
    ArrowLeft: () => go({ time: time - step }),
    ArrowRight: () => go({ time: time + step }),
    ArrowDown: () => go({ time: time - 1 }),
    ArrowUp: () => go({ time: time + 1 }),
    Home: () => go({ time: first }),
    End: () => go({ time: end - 1 }),
    PageUp: () => timeline.zoom(timeline.from - span, timeline.from),
    PageDown: () => timeline.zoom(timeline.to, timeline.to + span),
    '+': () => timeline.zoomBy(0.5),
    '=': () => timeline.zoomBy(0.5),
    '-': () => timeline.zoomBy(2),
    0: () => timeline.zoom(first, end),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}
