// The timeline: the whole run or a stretch of it, as stacked tracks on one canvas. A click goes to a time, a drag zooms
// to a stretch, the wheel zooms at the pointer, and the arrow keys move the time.

import { afterPause, count, fill, h, number, oncePerFrame } from '../core/dom.js';
import { iconButton } from '../core/icons.js';
import { Cancelled } from '../core/link.js';
import { app, extent, link, mustWait, on } from '../core/state.js';
import { bucketAt, draw, layout, timeAt } from './draw.js';
import { listen } from './input.js';
import { tableOf } from './table.js';

/** Pixels that a bucket is wide. */
const BUCKET = 3;
/** Events that a stretch has at least. */
const SHORTEST = 8;
/** Milliseconds between two looks at a run that goes on. */
const GROWS_EVERY = 1000;
/** How much longer a run must have become for that. */
const GROWS_BY = 1.25;

/** Puts the timeline into the page. */
export function beginTimeline() {
  const timeline = new Timeline(document.querySelector('#timeline'));
  on('hello', () => timeline.begin());
  on('moment', () => timeline.follow());
  on('run', () => timeline.grow());
  on('theme', () => timeline.draw());
  on('threads known', () => timeline.askSoon());
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
  branch = 0;
  asking = 0;
  grown = 0;
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
    listen(this);
    new ResizeObserver(() => {
      this.draw();
      this.askSoon();
    }).observe(this.slider);
  }

  /** The run from its first event to after its last. */
  get whole() {
    const { first, last } = extent();
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

  /**
   * Follows a run that goes on. Every question makes the program wait, and in tdb run its way again, so it is asked
   * when the run has become longer by a part, and not as often as it says how far it is.
   */
  grow() {
    const now = performance.now();
    const [, end] = this.whole;
    if (this.asking || now - this.grown < GROWS_EVERY || end < (this.shownWhole ?? 0) * GROWS_BY) return;
    this.grown = now;
    this.begin();
  }

  /** Keeps the time in view, and says it. */
  follow() {
    const { time, branch } = app.focus;
    if (branch !== this.branch) {
      this.branch = branch;
      this.begin();
    }
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
    if (link.state !== 'open' || !app.hello || mustWait()) return;
    const { from, to } = this;
    const buckets = Math.max(8, Math.min(to - from, Math.floor(this.slider.clientWidth / BUCKET)));
    const fresh = [];
    const take = (part) => {
      // A coarse part is of the whole stretch, to be seen until the counts have come.
      if (!part.coarse) fresh.push(...(part.buckets ?? []));
      const before = part.coarse ? part.buckets : this.data.buckets;
      this.data = { ...this.data, buckets: merge(before, fresh, from, to) };
      this.draw();
    };
    this.asking++;
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
    } finally {
      this.asking--;
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
    const { hover } = this;
    if (hover !== null) this.readout.textContent = this.#say(timeAt(hover, this, this.slider.clientWidth));
  }

  #table() {
    if (this.details.open) fill(this.table, tableOf(this.data, this.from, this.to));
  }

  /** A time and what is there, in words. */
  #say(time) {
    const event = this.data.events?.find((one) => one.time === time);
    if (event)
      return `event ${number(time)}: ${event.event} in ${event.function}, line ${event.line}, depth ${event.depth}`;
    const bucket = bucketAt(this.data.buckets, time);
    if (!bucket) return `event ${number(time)}`;
    const parts = [`depth ${bucket.depth ?? '?'}`];
    if (bucket.calls !== null) parts.unshift(count(bucket.calls, 'call'));
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
