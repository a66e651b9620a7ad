// A value that is a number, over time: steps, because it stays what it is until it changes. A click goes to a change.

import { h, number } from '../core/dom.js';
import { app, go, on } from '../core/state.js';
import { colour, context } from '../core/theme.js';

const MARGIN = { left: 6, right: 8, top: 8, bottom: 8 };

export class Plot {
  points = [];

  constructor() {
    this.canvas = h('canvas.plot-canvas', { role: 'img', 'aria-label': 'No numbers' });
    this.element = h('div.plot', { hidden: true }, this.canvas);
    this.canvas.addEventListener('click', (event) => this.#click(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
    on('theme', () => this.draw());
  }

  /** Shows these points: `{time, value}`, by time. Fewer than two are not worth a plot. */
  set(points, part = '') {
    this.part = part;
    this.points = points.filter((point) => Number.isFinite(point.value));
    this.element.hidden = this.points.length < 2;
    const values = this.points.map((point) => point.value);
    if (!this.element.hidden) {
      const [first, last] = [this.points[0], this.points.at(-1)];
      const facts = [
        `${this.points.length} values from event ${number(first.time)} to ${number(last.time)}: first ${first.value}`,
        `last ${last.value}`,
        `least ${least(values)}`,
        `greatest ${greatest(values)}`,
      ];
      const said = [...facts, ...(part ? [part] : [])].join(', ');
      this.canvas.setAttribute('aria-label', said);
    }
    this.draw();
  }

  draw() {
    if (this.element.hidden || !this.canvas.clientWidth) return;
    const { drawing, width, height } = context(this.canvas);
    const values = this.points.map((point) => point.value);
    const [low, high] = [least(values), greatest(values)];
    drawing.font = '10px system-ui, sans-serif';
    const labels = [round(high), round(low)];
    this.labelWidth = Math.min(90, 6 + Math.max(...labels.map((text) => drawing.measureText(text).width)));
    const { x, y } = this.#scale(width, height, low, high);
    drawing.fillStyle = colour('muted');
    drawing.textBaseline = 'middle';
    drawing.textAlign = 'right';
    drawing.fillText(labels[0], this.labelWidth, y(high));
    if (low !== high) drawing.fillText(labels[1], this.labelWidth, y(low));
    drawing.strokeStyle = colour('accent');
    drawing.lineWidth = 1.5;
    drawing.beginPath();
    this.points.forEach(({ time, value }, i) => {
      if (i === 0) drawing.moveTo(x(time), y(value));
      else drawing.lineTo(x(time), y(this.points[i - 1].value));
      drawing.lineTo(x(time), y(value));
    });
    drawing.lineTo(width - MARGIN.right, y(values.at(-1)));
    drawing.stroke();
    if (this.part) {
      drawing.textAlign = 'left';
      drawing.fillText(this.part, this.labelWidth + MARGIN.left + 4, height - 6);
    }
    this.#dots(drawing, x, y);
  }

  #dots(drawing, x, y) {
    if (this.points.length < 80) {
      drawing.fillStyle = colour('accent');
      for (const { time, value } of this.points) {
        drawing.beginPath();
        drawing.arc(x(time), y(value), 2.5, 0, 2 * Math.PI);
        drawing.fill();
      }
    }
    const { time } = app.focus;
    drawing.fillStyle = colour('focus-line');
    drawing.fillRect(Math.round(x(time)), 0, 1, this.canvas.clientHeight);
  }

  #scale(width, height, low, high) {
    const from = Math.min(this.points[0].time, app.focus.time);
    const to = Math.max(this.points.at(-1).time, app.focus.time, from + 1);
    const left = MARGIN.left + (this.labelWidth ?? 0);
    const room = { wide: width - left - MARGIN.right, tall: height - MARGIN.top - MARGIN.bottom };
    return {
      x: (time) => left + ((time - from) / (to - from)) * room.wide,
      y: (value) => MARGIN.top + (high === low ? 0.5 : (high - value) / (high - low)) * room.tall,
    };
  }

  #click(event) {
    const values = this.points.map((point) => point.value);
    const { x } = this.#scale(this.canvas.clientWidth, this.canvas.clientHeight, least(values), greatest(values));
    const distance = (point) => Math.abs(x(point.time) - event.offsetX);
    const nearest = this.points.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    go({ time: nearest.time }, { since: performance.now() });
  }
}

function least(values) {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

function greatest(values) {
  return values.reduce((a, b) => Math.max(a, b), -Infinity);
}

/** A number for a label: short, and as it is if it is short by itself. */
function round(value) {
  const text = String(value);
  return text.length <= 10 ? text : value.toPrecision(4);
}
