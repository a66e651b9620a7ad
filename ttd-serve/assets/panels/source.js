// The source of the selected frame: how often each line ran, what it assigned, breakpoints, and where one is.

import { fileName, fill, h } from '../core/dom.js';
import { Rows } from '../core/rows.js';
import { toggleBreakpoint } from '../core/motions.js';
import { turn } from '../core/wheel.js';
import { app, choose, emit, focusArgument, link, mustWait, on, report } from '../core/state.js';
import { Cancelled } from '../core/link.js';
import { codeCells } from './source_line.js';

const LINE_HEIGHT = 20;

/** Makes the panel. */
export function sourcePanel() {
  return new Source().panel;
}

class Source {
  path = null;
  branch = 0;
  lines = [];
  hits = [];
  inline = new Map();
  frameLines = { from: 0, to: 0 };
  /** Files that were read, by branch and path. */
  #read = new Map();
  #counted = new Map();

  constructor() {
    this.rows = new Rows({
      label: 'Source',
      role: 'grid',
      height: LINE_HEIGHT,
      empty: 'No source',
      key: (item) => String(item.line),
      render: (item) => codeCells(item, this),
      classes: (item) => this.#classes(item),
      activate: () => {},
      keyDown: (item, event) => this.#key(item, event),
    });
    this.rows.element.classList.add('code');
    this.rows.element.addEventListener('click', (event) => this.#click(event));
    this.rows.element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.files = h('select.files', { 'aria-label': 'File', on: { change: () => this.look(this.files.value) } });
    this.legend = h('span.legend.muted', { text: '' });
    const element = h('div', {}, h('div.bar', {}, this.files, this.legend), this.rows.element);
    this.panel = { id: 'code', label: 'Source', dock: 'code', element, shown: () => this.#reveal() };
    on('hello', (hello) => this.#listFiles(hello.files));
    on('moment', (moment) => this.#show(moment));
    on('object', () => this.rows.render());
    on('changed', (names) => this.#changed(names));
    on('look at', ({ path, line }) => this.look(path, line));
  }

  /** Shows a file, whatever the moment. */
  async look(path, line = null) {
    const moment = app.moment;
    if (!(await this.#open(path)) || app.moment !== moment) return;
    if (line !== null) this.rows.reveal(line - 1, { active: true });
  }

  async #show(moment) {
    if (!moment.path) return;
    this.inline = new Map();
    if ((await this.#open(moment.path)) && app.moment === moment) {
      this.rows.active = moment.line - 1;
      this.frameLines = this.#frameLines();
      this.#reveal();
    }
    this.#askInline(moment);
  }

  #reveal() {
    const { moment } = app;
    if (moment && moment.path === this.path) this.rows.reveal(moment.line - 1);
    else this.rows.render();
  }

  /** Reads a file, from what was read before if it is there. Returns whether it is the one that is shown now. */
  async #open(path) {
    const { branch } = app.focus;
    const key = `${branch} ${path}`;
    if (!this.#read.has(key)) {
      try {
        this.#read.set(key, await readFile(path, branch));
      } catch (error) {
        if (error instanceof Cancelled) return false;
        this.#read.set(key, [{ text: `(${error.message})`, tokens: [], executable: false, breakpoint: null }]);
      }
    }
    const other = this.path !== path || this.branch !== branch;
    this.path = path;
    this.branch = branch;
    this.lines = this.#read.get(key);
    this.hits = this.#counted.get(key) ?? [];
    if (other) {
      this.#put();
      this.#sayCounts();
    }
    this.#askCoverage(key);
    return true;
  }

  #put() {
    this.rows.set(this.lines.map((line, i) => ({ ...line, line: i + 1 })));
    const longest = this.lines.reduce((most, line) => Math.max(most, line.text.length), 0);
    this.rows.space.style.minWidth = `calc(${longest + 40}ch)`;
    if (![...this.files.options].some((option) => option.value === this.path)) {
      this.files.append(h('option', { value: this.path, text: fileName(this.path) }));
    }
    this.files.value = this.path;
    this.files.title = this.path;
  }

  /** The lines of the function that the present frame runs: names mean its variables only there. */
  #frameLines() {
    const { moment } = app;
    if (!moment || moment.path !== this.path) return { from: 0, to: 0 };
    const indent = (n) => /^\s*/.exec(this.lines[n - 1]?.text ?? '')[0].length;
    const isBlank = (n) => !this.lines[n - 1]?.text.trim();
    if (moment.frames?.[app.focus.frame]?.function === '<module>') return { from: 1, to: this.lines.length };
    let from = moment.line;
    while (
      from > 1 &&
      !(
        /^\s*(async\s+)?(def|class)\b/.test(this.lines[from - 1].text) &&
        (from === moment.line || indent(from) < indent(moment.line))
      )
    )
      from--;
    let to = from;
    while (to < this.lines.length && (isBlank(to + 1) || indent(to + 1) > indent(from))) to++;
    return { from, to };
  }

  /** Whether the names in a line are variables of the present frame. */
  isOfFrame(line) {
    const { from, to } = this.frameLines;
    return line >= from && line <= to;
  }

  /** How often lines ran in the whole run: asked once a file, since it may take a while. */
  async #askCoverage(key) {
    if (this.#counted.has(key)) return;
    if (mustWait()) {
      this.legend.textContent = 'Lines are counted when the program waits';
      return;
    }
    const { path, branch } = this;
    this.#counted.set(key, []);
    try {
      const { hits } = await link.ask('coverage', { path, branch }, { slot: 'coverage' });
      this.#counted.set(key, hits);
      if (path !== this.path || branch !== this.branch) return;
      this.hits = hits;
      this.#sayCounts();
      this.rows.render();
    } catch (error) {
      this.#counted.delete(key);
      if (!(error instanceof Cancelled)) this.legend.textContent = `Lines are not counted: ${error.message}`;
    }
  }

  async #askInline(moment) {
    try {
      const { lines, path } = await link.ask('inline', { focus: focusArgument() }, { slot: 'inline' });
      if (app.moment !== moment) return;
      this.inline = path === undefined || path === this.path ? new Map(lines.map((one) => [one.line, one])) : new Map();
      this.rows.render();
    } catch (error) {
      // The code is of use without the values beside it, so this says no more than what is not there.
      if (!(error instanceof Cancelled)) this.rows.render();
    }
  }

  #sayCounts() {
    const counts = this.hits.filter((n) => n !== null);
    const ran = counts.filter((n) => n > 0).length;
    this.legend.textContent = counts.length ? `${ran} of ${counts.length} lines ran` : '';
  }

  #classes(item) {
    const { moment } = app;
    const classes = ['code-line'];
    if (this.hits[item.line - 1] === 0) classes.push('never');
    if (this.inline.get(item.line)?.hits > 0) classes.push('ran');
    if (moment && this.path === moment.path && item.line === moment.line) classes.push('current', `at-${moment.event}`);
    else if (moment?.frames?.some((frame) => frame.path === this.path && frame.line === item.line))
      classes.push('caller');
    return classes;
  }

  #click(event) {
    const row = event.target.closest('.code-line');
    if (!row) return;
    const item = this.rows.model.at(Number(row.dataset.row))?.item;
    if (!item) return;
    if (event.target.closest('.gutter')) this.#toggle(item);
    else if (event.target.closest('.hits')) emit('executions', { path: this.path, line: item.line });
    else if (event.target.closest('.inline-value'))
      choose({ expression: event.target.closest('.inline-value').dataset.name });
    else if (event.target.closest('.name')) this.#chooseName(event.target.closest('.name').textContent, item.line);
  }

  /** A click on a name in the code chooses the variable of this name, where the frame has one. */
  #chooseName(name, line) {
    if (!this.isOfFrame(line)) return;
    const local = app.moment?.locals.find((one) => one.name === name);
    if (local) choose({ id: local.id ?? null, expression: local.expression });
  }

  /** With Alt held, the wheel over a variable in the code steps through its changes. */
  #wheel(event) {
    const on = event.altKey ? event.target.closest('.name, .inline-value') : null;
    const item = on && this.rows.model.at(Number(on.closest('.code-line').dataset.row))?.item;
    if (!item || !this.isOfFrame(item.line)) return;
    const name = on.dataset.name ?? on.textContent;
    const local = app.moment?.locals.find((one) => one.name === name);
    if (local) turn(event, local);
  }

  #key(item, event) {
    if (event.key === 'Enter') emit('executions', { path: this.path, line: item.line });
    else if (event.key === 'b') this.#toggle(item);
    else return false;
    return true;
  }

  /** Sets or deletes a breakpoint. It is shown at once, so that a second click means what is seen. */
  #toggle(item) {
    const line = this.lines[item.line - 1];
    const isSet = isThere(line.breakpoint);
    const breakpoint = isSet ? null : { number: null, enabled: true, condition: null };
    line.breakpoint = item.breakpoint = breakpoint;
    this.rows.render();
    toggleBreakpoint(this.path, item.line, isSet);
  }

  async #changed(names) {
    if (names.includes('run') || names.includes('branches')) {
      this.#counted.clear();
      if (this.path !== null) this.#askCoverage(`${this.branch} ${this.path}`);
    }
    if (!names.includes('breakpoints') && !names.includes('branches')) return;
    const { path } = this;
    this.#read.clear();
    if (path === null) return;
    try {
      const lines = await readFile(path, this.branch);
      if (path !== this.path) return;
      this.#read.set(`${this.branch} ${path}`, lines);
      this.lines = lines;
      const at = this.rows.element.scrollTop;
      this.#put();
      this.rows.element.scrollTop = at;
    } catch (error) {
      report(error);
    }
  }

  #listFiles(files) {
    const option = ({ path }) => h('option', { value: path, title: path, text: fileName(path) });
    const own = files.filter((file) => !file.library);
    const library = files.filter((file) => file.library);
    fill(
      this.files,
      h('optgroup', { label: 'Program' }, own.map(option)),
      library.length ? h('optgroup', { label: 'Library' }, library.map(option)) : null,
    );
    if (this.path !== null) this.files.value = this.path;
  }
}

/** All lines of a file; a long one comes in pieces. */
async function readFile(path, branch) {
  const lines = [];
  for (;;) {
    const start = lines.length;
    const answer = await link.ask('source', { path, branch, start }, { slot: 'source' });
    lines.push(...answer.lines);
    if (!answer.lines.length || lines.length >= (answer.total ?? 0)) return lines;
  }
}

function isThere(breakpoint) {
  return breakpoint !== null && breakpoint !== undefined && breakpoint !== false;
}
