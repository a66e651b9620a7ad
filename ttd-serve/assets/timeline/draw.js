// Drawing the timeline's tracks. Times become pixels here and nowhere else.

import { short } from '../core/dom.js';
import { app } from '../core/state.js';
import { colour, context } from '../core/theme.js';

const AXIS = 18;
/** Pixels of an event from which on it is drawn by itself. */
const CELL = 4;
const THREADS_SHOWN = 8;
const FONT = '11px system-ui, sans-serif';

/** The pixel of a time in a view. */
export function xOf(time, { from, to }, width) {
  return ((time - from) / (to - from)) * width;
}

/** The time at a pixel, within the view. */
export function timeAt(x, { from, to }, width) {
  const time = Math.floor(from + (x / Math.max(1, width)) * (to - from));
  return Math.max(from, Math.min(to - 1, time));
}

/** The bucket that a time is in. */
export function bucketAt(buckets, time) {
  return buckets.find((bucket) => time >= bucket.from && time < bucket.to) ?? null;
}

/** The tracks, each with its place. Threads are only shown where there are several. */
export function layout({ buckets }) {
  const threads = [...new Set(buckets.flatMap((bucket) => bucket.threads ?? []))].sort((a, b) => a - b);
  const list = [
    { name: 'axis', label: '', height: AXIS },
    { name: 'calls', label: 'Calls', height: 26 },
    { name: 'depth', label: 'Depth', height: 26 },
    { name: 'output', label: 'Output', height: 14 },
    { name: 'exceptions', label: 'Exceptions', height: 14 },
  ];
  const shown = threads.slice(0, THREADS_SHOWN);
  if (threads.length > 1) list.push({ name: 'threads', label: 'Threads', height: Math.max(14, shown.length * 6 + 2) });
  list.push({ name: 'marks', label: 'Marks', height: 16 });
  let top = 0;
  for (const track of list) {
    track.top = top;
    top += track.height;
  }
  return { list, height: top, threads: shown };
}

/** Draws everything. */
export function draw(canvas, timeline, tracks) {
  const { drawing, width, height } = context(canvas);
  const { data } = timeline;
  const to = { drawing, width, timeline, x: (time) => xOf(time, timeline, width) };
  drawing.font = FONT;
  const painters = { axis, calls, depth, output, exceptions, threads, marks };
  for (const track of tracks.list) {
    if (track.name !== 'axis') {
      drawing.fillStyle = colour('line');
      drawing.fillRect(0, track.top + track.height - 1, width, 1);
    }
    painters[track.name](to, track, data, tracks);
  }
  focusLine(to, height);
  hover(to, height);
}

function axis({ drawing, width, timeline, x }, track) {
  const { from, to } = timeline;
  const wanted = Math.max(2, Math.floor(width / 110));
  const step = niceStep((to - from) / wanted);
  drawing.fillStyle = colour('muted');
  drawing.textBaseline = 'middle';
  for (let time = Math.ceil(from / step) * step; time < to; time += step) {
    const at = Math.round(x(time));
    drawing.fillRect(at, track.top + track.height - 4, 1, 4);
    const text = step >= 1000 && time >= 10000 ? short(time) : time.toLocaleString('en');
    if (at + 4 + drawing.measureText(text).width < width) drawing.fillText(text, at + 4, track.top + 8);
  }
}

/** The least of 1, 2, 5, 10, 20 … that is not below a value. */
export function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= least) ?? power * 10;
}

/** The whole pixels of a bucket: neighbours touch, so that no stripes appear where buckets are narrow. */
function column(x, bucket) {
  const left = Math.round(x(bucket.from));
  const wide = Math.max(1, Math.round(x(bucket.to)) - left);
  return { left, wide: wide > 5 ? wide - 1 : wide };
}

/**
 * Bars of one member of the buckets. Their height is the square root of their share, so that little is seen beside
 * much.
 */
function bars({ drawing, x }, track, buckets, member, name) {
  const most = Math.max(1e-12, ...buckets.map((bucket) => bucket[member] / Math.max(1, bucket.to - bucket.from)));
  drawing.fillStyle = colour(name);
  const room = track.height - 3;
  for (const bucket of buckets) {
    if (!bucket[member]) continue;
    const share = bucket[member] / Math.max(1, bucket.to - bucket.from) / most;
    const tall = Math.max(2, Math.sqrt(share) * room);
    const { left, wide } = column(x, bucket);
    drawing.fillRect(left, track.top + track.height - 1 - tall, wide, tall);
  }
}

function calls(to, track, { buckets }) {
  bars(to, track, buckets, 'calls', 'track-calls');
}

function output(to, track, { buckets }) {
  bars(to, track, buckets, 'output', 'track-output');
}

function exceptions(to, track, { buckets }) {
  bars(to, track, buckets, 'exceptions', 'track-exception');
}

function depth(to, track, { buckets, events }) {
  const { drawing, x, timeline, width } = to;
  const cell = width / (timeline.to - timeline.from);
  if (events?.length && cell >= CELL) {
    singleEvents(to, track, events, cell);
    return;
  }
  const most = Math.max(1, ...buckets.map((bucket) => bucket.depth ?? 0));
  drawing.fillStyle = colour('track-depth');
  for (const bucket of buckets) {
    const tall = ((bucket.depth ?? 0) / most) * (track.height - 3);
    const { left, wide } = column(x, bucket);
    drawing.fillRect(left, track.top + track.height - 1 - tall, wide, tall);
  }
}

/** Zoomed in this far, every event is a block as high as its depth, with its line where there is room. */
function singleEvents({ drawing, x }, track, events, cell) {
  const most = Math.max(1, ...events.map((event) => event.depth));
  const kinds = { call: 'track-calls', line: 'track-depth', return: 'track-return', exception: 'track-exception' };
  for (const event of events) {
    const tall = Math.max(3, (event.depth / most) * (track.height - 3));
    const left = x(event.time);
    drawing.fillStyle = colour(kinds[event.event] ?? 'track-depth');
    drawing.fillRect(left, track.top + track.height - 1 - tall, Math.max(1, cell - 1), tall);
    if (cell < 34) continue;
    drawing.fillStyle = colour('text');
    const text = cell > 110 ? `${event.function}:${event.line}` : String(event.line);
    drawing.textBaseline = 'middle';
    drawing.fillText(text, left + 4, track.top + track.height / 2, cell - 6);
  }
}

function threads({ drawing, x }, track, { buckets }, { threads: shown }) {
  const tall = Math.min(10, (track.height - 2) / Math.max(1, shown.length));
  for (const bucket of buckets) {
    const { left, wide } = column(x, bucket);
    for (const thread of bucket.threads ?? []) {
      const lane = shown.indexOf(thread);
      if (lane < 0) continue;
      drawing.fillStyle = colour(`lane-${lane % 6}`);
      drawing.fillRect(left, track.top + 1 + lane * tall, wide, Math.max(2, tall - 1));
    }
  }
}

function marks({ drawing, x, width }, track, { marks: named, checkpoints, forks, crossings }) {
  const { top, height } = track;
  drawing.fillStyle = colour('muted');
  for (const time of checkpoints) drawing.fillRect(Math.round(x(time)), top + height - 5, 1, 4);
  drawing.fillStyle = colour('breakpoint');
  for (const time of crossings) {
    drawing.beginPath();
    drawing.arc(x(time + 0.5), top + 4, 2.5, 0, 2 * Math.PI);
    drawing.fill();
  }
  const flag = (time, text, name) => {
    const at = Math.round(x(time + 0.5));
    drawing.fillStyle = colour(name);
    drawing.fillRect(at - 1, top, 2, height - 2);
    drawing.textBaseline = 'middle';
    if (at < width - 8) drawing.fillText(text, at + 4, top + height / 2, 120);
  };
  for (const { time, name } of named) flag(time, name, 'mark');
  for (const { time, name } of forks) flag(time, `⑂ ${name}`, 'branch');
}

function focusLine({ drawing, x, width, timeline }, height) {
  const { time } = app.focus;
  if (time < timeline.from || time >= timeline.to) return;
  const cell = width / (timeline.to - timeline.from);
  const at = x(time + 0.5);
  if (cell > 3) {
    drawing.fillStyle = colour('focus-band');
    drawing.fillRect(x(time), 0, cell, height);
  }
  drawing.fillStyle = colour('accent');
  drawing.fillRect(Math.round(at) - 1, 4, 2, height);
  drawing.beginPath();
  drawing.moveTo(at - 5, 0);
  drawing.lineTo(at + 5, 0);
  drawing.lineTo(at, 7);
  drawing.fill();
}

function hover({ drawing, width, timeline }, height) {
  const { drag, hover: at } = timeline;
  if (drag && !drag.pans) {
    drawing.fillStyle = colour('selection');
    drawing.fillRect(Math.min(drag.start, drag.end), 0, Math.abs(drag.end - drag.start), height);
  } else if (at !== null && at >= 0 && at <= width) {
    drawing.fillStyle = colour('muted');
    drawing.fillRect(Math.round(at), 0, 1, height);
  }
}
