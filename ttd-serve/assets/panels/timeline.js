// The timeline: the whole run or a stretch of it, as stacked tracks on one canvas. A click goes to a time, a drag zooms
// to a stretch, the wheel zooms at the pointer, and the arrow keys move the time.

import { afterPause, count, fill, h, number, oncePerFrame } from '../core/dom.js';
import { iconButton } from '../core/icons.js';
import { Cancelled } from '../core/link.js';
import { app, go, link, on } from '../core/state.js';
import { bucketAt, draw, layout, timeAt, xOf } from './timeline_draw.js';
import { tableOf } from './timeline_table.js';

/** Pixels that a bucket is wide. */
const BUCKET = 3;
/** Events that a stretch has at least. */
const SHORTEST = 8;
/** Pixels that a drag must go before it is one. */
const DRAG = 5;

/** Puts the timeline into the page. */
export function beginTimeline() {
  const timeline = new Timeline(document.querySelector('#timeline'));
  on('hello', () => timeline.begin());
  on('moment', () => timeline.follow());
  on('run', () => timeline.begin());
  on('theme', () => timeline.draw());
  on(
    'changed',
    (names) => names.some((n) => ['marks', 'breakpoints', 'branches', 'run'].includes(n)) && timeline.askSoon(),
  );
  on('zoom to', ({ from, to }) => timeline.zoom(from, to));
}

class Timeline {
  from = 0;
  to = 1;
  data = { buckets: [], marks: [], checkpoints: [], forks: [], crossings: [], events: null };
  hover = null;
  drag = null;

  constructor(element) {
    this.canvas = h('canvas.timeline-canvas', { 'aria-hidden': 'true' });
    this.slider = h(
      'div.timeline-slider',
      { role: 'slider', tabindex: 0, 'aria-label': 'Time', 'aria-valuenow': 0 },
      this.canvas,
    );
    this.labels = h('div.timeline-labels', { 'aria-hidden': 'true' });
    this.range = h('span.timeline-range');
    this.readout = h('span.timeline-readout', { 'aria-hidden': 'true' });
    this.table = h('div.timeline-table');
    this.details = h(
      'details.timeline-details',
      { on: { toggle: () => this.#table() } },
      h('summary', { text: 'As a table' }),
      this.table,
    );
    const tools = h(
      'div.timeline-tools',
      { role: 'group', 'aria-label': 'Zoom' },
      iconButton('plus', 'Zoom in at the focus', () => this.zoomBy(0.5), { key: '+' }),
      iconButton('minus', 'Zoom out', () => this.zoomBy(2), { key: '-' }),
      iconButton('whole', 'The whole run', () => this.zoom(...this.whole), { key: '0' }),
    );
    fill(
      element,
      h('div.timeline-bar', {}, h('h2', { text: 'Timeline' }), this.range, tools, this.readout, this.details),
      h('div.timeline-body', {}, this.labels, this.slider),
    );
    this.draw = oncePerFrame(() => this.#draw());
    this.askSoon = afterPause(40, () => this.ask());
    this.#listen();
    new ResizeObserver(() => {
      this.draw();
      this.askSoon();
    }).observe(this.slider);
  }

  /** The run from its first event to after its last. */
  get whole() {
    const { first, last } = app.hello;
    return [first, Math.max(last + 1, first + SHORTEST)];
  }

  /** Shows the whole run, if all that was known was shown until now. */
  begin() {
    const [from, to] = this.whole;
    const showedAll = this.from === 0 && (this.to === 1 || this.to === this.shownWhole);
    this.shownWhole = to;
    if (showedAll) this.zoom(from, to);
    else this.ask();
  }

  /** Keeps the time in view, and says it. */
  follow() {
    const { time } = app.focus;
    if (time < this.from || time >= this.to) {
      const span = this.to - this.from;
      this.zoom(time - span / 2, time + span / 2);
    }
    const [first, end] = this.whole;
    this.slider.setAttribute('aria-valuemin', first);
    this.slider.setAttribute('aria-valuemax', end - 1);
    this.slider.setAttribute('aria-valuenow', time);
    const frame = app.moment?.frames?.[0];
    this.slider.setAttribute(
      'aria-valuetext',
      `event ${number(time)} of ${number(end - 1)}, ${frame?.function ?? ''} line ${frame?.line ?? ''}`,
    );
    this.draw();
  }

  /** Shows a stretch, within the run. */
  zoom(from, to) {
    const [first, end] = this.whole;
    const span = Math.min(end - first, Math.max(SHORTEST, Math.round(to - from)));
    this.from = Math.round(Math.max(first, Math.min(end - span, from)));
    this.to = this.from + span;
    const all = this.from === first && this.to === end;
    this.range.textContent = `${number(this.from)} to ${number(this.to - 1)}${all ? '' : `: ${count(span, 'event')}`}`;
    this.draw();
    this.askSoon();
  }

  /** Zooms about a time: the focus if it is in view. */
  zoomBy(factor, about = app.focus.time) {
    const at = about >= this.from && about < this.to ? about : (this.from + this.to) / 2;
    const part = (at + 0.5 - this.from) / (this.to - this.from);
    const span = Math.max(SHORTEST, (this.to - this.from) * factor);
    this.zoom(at + 0.5 - part * span, at + 0.5 + (1 - part) * span);
  }

  /** Asks for what the stretch holds. Parts are drawn as they come. */
  async ask() {
    if (link.state !== 'open' || !app.hello) return;
    const { from, to } = this;
    const buckets = Math.max(8, Math.min(to - from, Math.floor(this.slider.clientWidth / BUCKET)));
    const fresh = [];
    const take = (part) => {
      fresh.push(...(part.buckets ?? []));
      this.data = { ...this.data, buckets: merge(this.data.buckets, fresh, from, to) };
      this.draw();
    };
    try {
      const { branch } = app.focus;
      const answer = await link.ask('timeline', { from, to, buckets, branch }, { slot: 'timeline', onPart: take });
      const found = answer.buckets?.length ? answer.buckets : fresh;
      const { marks = [], checkpoints = [], forks = [], crossings = [], events = null } = answer;
      this.data = { buckets: found, marks, checkpoints, forks, crossings, events };
      if (!app.hello || from !== this.from || to !== this.to) return;
      this.#table();
      this.draw();
    } catch (error) {
      if (!(error instanceof Cancelled)) this.readout.textContent = error.message;
    }
  }

  #draw() {
    if (!app.hello) return;
    const tracks = layout(this.data);
    this.slider.style.height = `${tracks.height}px`;
    const key = tracks.list.map((track) => track.label).join();
    if (this.labels.dataset.key !== key) {
      this.labels.dataset.key = key;
      fill(
        this.labels,
        tracks.list.map(({ label, height }) => {
          const element = h('div.timeline-label', { text: label });
          element.style.height = `${height}px`;
          return element;
        }),
      );
    }
    draw(this.canvas, this, tracks);
  }

  #table() {
    if (this.details.open) fill(this.table, tableOf(this.data, this.from, this.to));
  }

  #listen() {
    const { slider } = this;
    slider.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      slider.setPointerCapture(event.pointerId);
      this.drag = { start: event.offsetX, end: event.offsetX, pans: event.shiftKey, from: this.from, to: this.to };
    });
    slider.addEventListener('pointermove', (event) => this.#pointerMove(event));
    slider.addEventListener('pointerup', (event) => this.#pointerUp(event));
    slider.addEventListener('pointercancel', () => this.#dropDrag());
    slider.addEventListener('pointerleave', () => {
      this.hover = null;
      this.readout.textContent = '';
      this.draw();
    });
    slider.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    slider.addEventListener('keydown', (event) => this.#key(event));
  }

  #dropDrag() {
    this.drag = null;
    this.draw();
  }

  #pointerMove(event) {
    const width = this.slider.clientWidth;
    this.hover = event.offsetX;
    if (this.drag) {
      this.drag.end = event.offsetX;
      if (this.drag.pans) {
        const shift = ((this.drag.start - event.offsetX) / width) * (this.drag.to - this.drag.from);
        this.zoom(this.drag.from + shift, this.drag.to + shift);
      }
    }
    this.readout.textContent = this.#say(timeAt(event.offsetX, this, width));
    this.draw();
  }

  #pointerUp(event) {
    const { drag } = this;
    if (!drag) return;
    this.#dropDrag();
    if (drag.pans) return;
    const width = this.slider.clientWidth;
    const [left, right] = [Math.min(drag.start, event.offsetX), Math.max(drag.start, event.offsetX)];
    if (right - left < DRAG) go({ time: this.#snap(event.offsetX, width) }, { since: performance.now() });
    else this.zoom(timeAt(left, this, width), timeAt(right, this, width) + 1);
  }

  /** A click within two pixels of a mark or crossing means that. */
  #snap(x, width) {
    const { marks, crossings } = this.data;
    const times = [...marks.map((mark) => mark.time), ...crossings];
    const near = times.filter((time) => Math.abs(xOf(time + 0.5, this, width) - x) <= 3);
    const time = timeAt(x, this, width);
    return near.length ? near.reduce((a, b) => (Math.abs(a - time) < Math.abs(b - time) ? a : b)) : time;
  }

  #wheel(event) {
    event.preventDefault();
    const width = this.slider.clientWidth;
    const span = this.to - this.from;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const by = ((event.deltaX || event.deltaY) / width) * span;
      this.zoom(this.from + by, this.to + by);
    } else {
      this.zoomBy(Math.exp(Math.max(-120, Math.min(120, event.deltaY)) / 250), timeAt(event.offsetX, this, width));
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const span = this.to - this.from;
    const step = Math.max(1, Math.round(span / 100)) * (event.shiftKey ? 10 : 1);
    const { time } = app.focus;
    const [first, end] = this.whole;
    const actions = {
      ArrowLeft: () => go({ time: time - step }),
      ArrowRight: () => go({ time: time + step }),
      ArrowDown: () => go({ time: time - 1 }),
      ArrowUp: () => go({ time: time + 1 }),
      Home: () => go({ time: first }),
      End: () => go({ time: end - 1 }),
      PageUp: () => this.zoom(this.from - span, this.from),
      PageDown: () => this.zoom(this.to, this.to + span),
      '+': () => this.zoomBy(0.5),
      '=': () => this.zoomBy(0.5),
      '-': () => this.zoomBy(2),
      0: () => this.zoom(first, end),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** A time and what is there, in words. */
  #say(time) {
    const event = this.data.events?.find((one) => one.time === time);
    if (event)
      return `event ${number(time)}: ${event.event} in ${event.function}, line ${event.line}, depth ${event.depth}`;
    const bucket = bucketAt(this.data.buckets, time);
    if (!bucket) return `event ${number(time)}`;
    const parts = [count(bucket.calls, 'call'), `depth ${bucket.depth}`];
    if (bucket.output) parts.push(`${number(bucket.output)} bytes of output`);
    if (bucket.exceptions) parts.push(count(bucket.exceptions, 'exception'));
    return `event ${number(time)}: ${parts.join(', ')}`;
  }
}

/** The buckets known so far: fresh ones, and what was there before where no fresh one has come. */
function merge(old, fresh, from, to) {
  const known = fresh.reduce((most, bucket) => Math.max(most, bucket.to), from);
  return [
    ...fresh,
    ...old.filter((one) => (one.from >= known || one.to <= from) && !fresh.includes(one) && one.to <= to * 2),
  ];
}
