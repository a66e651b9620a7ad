// What the program wrote. Every line leads to the event that wrote it; what was written after the focus is dim.
//
// Output comes by bytes and is shown by lines, so pages are read one after the other.

import { afterPause, h, number, timeLink, visible } from '../core/dom.js';
import { Rows } from '../core/rows.js';
import { badge, isShown } from '../core/docks.js';
import { app, emit, go, link, on, report } from '../core/state.js';

const PAGE = 65536;
/** Bytes that are read at once when the panel is opened; more on demand. */
const READ_AHEAD = 1 << 20;

/** Makes the panel. */
export function outputPanel() {
  return new Output().panel;
}

class Output {
  #lines = [];
  #read = 0;
  #total = 0;
  #branch = 0;
  #reading = false;
  #known = false;

  constructor() {
    this.rows = new Rows({
      label: 'Output',
      role: 'grid',
      height: 19,
      empty: 'Nothing was written yet',
      key: (line) => String(line.number),
      render: lineCells,
      classes: ({ time, stream }) => ['output-line', stream, ...(time >= app.focus.time ? ['later'] : [])],
      activate: ({ time }) => time !== null && go({ time }, { since: performance.now() }),
    });
    this.rows.element.classList.add('output');
    this.more = h('button', {
      type: 'button',
      text: 'Read on',
      hidden: true,
      on: { click: () => this.#readOn(PAGE * 64) },
    });
    this.panel = {
      id: 'output',
      label: 'Output',
      dock: 'bottom',
      element: h('div', {}, this.rows.element, this.more),
      shown: () => this.#shown(),
    };
    on('moment', () => this.#follow());
    on(
      'hello',
      afterPause(20, () => this.#again()),
    );
    on('changed', (names) => names.some((name) => name === 'run' || name === 'branches') && this.#again());
  }

  #again() {
    if (!app.hello) return;
    if (this.#branch !== app.focus.branch) this.#forget();
    this.#branch = app.focus.branch;
    this.#known = false;
    if (isShown('output')) this.#shown();
  }

  #forget() {
    this.#lines = [];
    this.#read = this.#total = 0;
    badge('output', '');
  }

  #shown() {
    if (!this.#known && app.hello && link.state === 'open') this.#readOn(READ_AHEAD);
    else this.rows.render();
  }

  /** Reads on from where reading ended, at most this many bytes more. */
  async #readOn(bytes) {
    if (this.#reading) return;
    this.#reading = true;
    const until = this.#read + bytes;
    const branch = this.#branch;
    try {
      do {
        const { pieces, total } = await link.ask('output', { from: this.#read, count: PAGE, branch });
        if (branch !== this.#branch) return;
        this.#total = total;
        if (!pieces.length) break;
        for (const piece of pieces) this.#take(piece);
      } while (this.#read < Math.min(this.#total, until));
      this.#known = true;
      this.more.hidden = this.#read >= this.#total;
      this.rows.set(this.#lines);
      badge('output', this.#lines.length ? number(this.#lines.length) : '');
      this.#follow();
      emit('output read', this.#lines);
    } catch (error) {
      report(error);
    } finally {
      this.#reading = false;
    }
  }

  /** Appends a piece to the last line, or begins lines. A line's time is that of its first piece. */
  #take({ stream, text, time }) {
    this.#read += new TextEncoder().encode(text).length;
    text.split('\n').forEach((part, i, parts) => {
      const last = this.#lines.at(-1);
      const goesOn = i === 0 && last && !last.ended && last.stream === stream;
      if (goesOn) last.text += part;
      else if (part !== '' || i < parts.length - 1) {
        this.#lines.push({ number: this.#lines.length + 1, stream, text: part, time, ended: false });
      }
      if (i < parts.length - 1 && this.#lines.length) this.#lines.at(-1).ended = true;
    });
  }

  /** Scrolls to what was written last before the focus. */
  #follow() {
    if (this.#branch !== app.focus.branch) {
      this.#again();
      return;
    }
    if (!this.#lines.length || !isShown('output')) return;
    let low = 0;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lines[middle].time < app.focus.time) low = middle + 1;
      else high = middle;
    }
    this.rows.reveal(Math.max(0, low - 1), { active: true });
  }
}

function lineCells({ text, time, stream }) {
  const title = `Written at event ${number(time)}`;
  return [
    h('span.output-time', {}, time === null ? null : timeLink(time, undefined, { tabindex: -1, title })),
    h('span.output-text', { title: stream, text: text === '' ? ' ' : visible(text) }),
  ];
}
