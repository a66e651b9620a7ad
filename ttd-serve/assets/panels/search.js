// Search of the run by a Python expression. Matches appear as they are found; the search can be stopped at any time.

import { h, number, oncePerFrame, place, timeLink, valueText } from '../core/dom.js';
import { Cancelled } from '../core/link.js';
import { Rows } from '../core/rows.js';
import { badge } from '../core/docks.js';
import { app, extent, go, link, on } from '../core/state.js';

const EXAMPLES = ["kind == 'exception'", "func == 'fee'", 'n > 100', "'balance' in writes"];

/** Makes the panel. */
export function searchPanel() {
  return new Search().panel;
}

class Search {
  #matches = [];
  #run = 0;

  constructor() {
    this.showSoon = oncePerFrame(() => this.rows.set(this.#matches));
    this.field = h('input.find-field', {
      type: 'search',
      'aria-label': 'Python expression to search for',
      spellcheck: 'false',
      autocomplete: 'off',
      placeholder: "Python: kind == 'exception'",
    });
    this.start = h('button', { type: 'submit', text: 'Search' });
    this.stop = h('button', { type: 'button', text: 'Stop', hidden: true, on: { click: () => link.cancel('find') } });
    this.state = h('p.find-state.muted', { role: 'status' });
    const form = h('form.bar', { role: 'search', 'aria-label': 'Search the run' }, this.field, this.start, this.stop);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.find(this.field.value.trim());
    });
    this.rows = new Rows({
      label: 'Matches',
      role: 'grid',
      height: 22,
      empty: 'No event matches',
      key: (match) => String(match.time),
      render: ({ time, path, line, function: name, values }) => [
        h('span', {}, timeLink(time, undefined, { tabindex: -1 })),
        h('span.function', { text: name ?? '' }),
        place(path, line),
        h('span.grow', { title: values ?? '' }, valueText(values ?? '', app.focus.object)),
      ],
      classes: ({ time }) => (time === app.focus.time ? ['here'] : time > app.focus.time ? ['later'] : []),
      activate: ({ time }) => go({ time }, { since: performance.now() }),
    });
    const examples = h(
      'p.pad.examples',
      {},
      'It may use kind, line, func, file, depth, args, retval, exc, writes and the names of the frame. ',
      EXAMPLES.map((text) => [
        h('button.quiet', { type: 'button', on: { click: () => this.#example(text) } }, h('code', { text })),
        ' ',
      ]),
    );
    this.element = h('div', {}, form, this.state, examples, this.rows.element);
    this.examples = examples;
    this.rows.element.hidden = true;
    this.panel = {
      id: 'search',
      label: 'Search',
      dock: 'side',
      element: this.element,
      shown: () => this.rows.render(),
    };
    on('moment', () => this.rows.render());
  }

  #example(text) {
    this.field.value = text;
    this.find(text);
  }

  /** Searches the whole run. */
  async find(expression) {
    if (!expression || !app.hello) return;
    const run = ++this.#run;
    this.#matches = [];
    this.examples.hidden = true;
    this.rows.element.hidden = false;
    this.rows.empty = 'Searching…';
    this.rows.set([]);
    this.#busy(true);
    const { first, last } = extent();
    const say = (text) => run === this.#run && (this.state.textContent = text);
    const onPart = ({ matches, count, at }) => {
      if (run !== this.#run) return;
      this.#matches.push(...matches);
      this.showSoon();
      const where = at === null || at === undefined ? '' : `, at event ${number(at)} of ${number(last)}`;
      say(`${number(count)} found so far${where}`);
    };
    const onProgress = ({ done, of }) =>
      say(`${number(this.#matches.length)} found so far, ${number(done)} of ${number(of)} events`);
    try {
      const { branch } = app.focus;
      const focus = { ...app.focus, object: undefined, expression: undefined, thread: app.focus.thread ?? undefined };
      const answer = await link.ask(
        'find',
        { expression, from: first, to: last + 1, branch, focus },
        { slot: 'find', onPart, onProgress },
      );
      if (answer.matches?.length) onPart({ matches: answer.matches, count: answer.total });
      const { total, complete } = answer;
      const shown = this.#matches.length;
      const said = [`${number(total)} ${total === 1 ? 'event matches' : 'events match'}`];
      if (shown < total) said.push(`${number(shown)} are listed`);
      if (complete === false) said.push('the search was ended early');
      say(said.join(', '));
    } catch (error) {
      say(error instanceof Cancelled ? `Stopped: ${number(this.#matches.length)} found until then` : error.message);
    }
    if (run !== this.#run) return;
    this.rows.empty = 'No event matches';
    this.rows.render();
    badge('search', this.#matches.length ? number(this.#matches.length) : '');
    this.#busy(false);
  }

  #busy(is) {
    this.stop.hidden = !is;
    this.start.hidden = is;
  }
}
