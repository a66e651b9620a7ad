// The command line at the bottom, which takes every line of the debugger's prompt, and the answers to what was typed.

import { fill, h, number, timeLink } from '../core/dom.js';
import { show } from '../core/docks.js';
import { command, follow } from '../core/motions.js';
import { app, emit, on, report } from '../core/state.js';
import { answerNodes } from './answers.js';
import { Completion } from './completion.js';

/** Entries of the log that stay. */
const KEPT = 200;
const HISTORY = 'ttd-lines';
const LINES_KEPT = 200;

/** Prompts by what the debugger awaits. */
const PROMPTS = {
  command: null,
  definition: '(com)',
  rest: '...',
  python: '>>>',
  answer: '?',
};

/** Puts the command line into the page and returns the panel with the answers. */
export function beginConsole() {
  const log = h(
    'div.log',
    { role: 'log', tabindex: 0, 'aria-label': 'Answers' },
    h('p.muted.pad', { text: 'Answers to commands appear here. Type help for the list of commands.' }),
  );
  const entry = new Line(log);
  fill(document.querySelector('#prompt'), entry.form);
  on('type', (line) => entry.give(line));
  on('moment', () => entry.prompt());
  return { id: 'console', label: 'Answers', dock: 'bottom', element: h('div', {}, log) };
}

class Line {
  #lines = stored();
  #at = this.#lines.length;
  #draft = '';
  #awaits = 'command';
  #question = null;
  #queue = Promise.resolve();

  constructor(log) {
    this.log = log;
    this.label = h('label.prompt-label', { for: 'prompt-field', text: '(ttd)' });
    this.field = h('input.prompt-field', {
      id: 'prompt-field',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'send',
      placeholder: 'A command or Python: next, history x, x = 3, help',
      'aria-describedby': 'prompt-help',
    });
    this.completion = new Completion(this.field);
    this.form = h(
      'form.prompt-form',
      {},
      this.label,
      this.field,
      this.completion.element,
      h('button', { type: 'submit', text: 'Run' }),
      h('span.visually-hidden', {
        id: 'prompt-help',
        text: 'Tab completes, the arrow keys go through earlier lines, Escape leaves',
      }),
    );
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.completion.close();
      this.give(this.field.value);
      this.field.value = '';
    });
    this.field.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Shows the prompt: the mode and the time, or what is awaited. */
  prompt() {
    const own = PROMPTS[this.#awaits];
    const mode = app.hello?.mode === 'hybrid' ? 'ttd' : (app.hello?.mode ?? 'ttd');
    this.label.textContent = this.#question ?? own ?? `(${mode} ${number(app.focus.time)})`;
  }

  /** Gives a line to the debugger, after those before it, and shows what it answers. */
  give(text) {
    const line = text.trimEnd();
    if (line.trim()) this.#remember(line);
    const box = this.#entry(line);
    show('console');
    this.#queue = this.#queue.then(() => this.#send(line, box));
    return this.#queue;
  }

  async #send(line, box) {
    const since = performance.now();
    try {
      const answer = await command(line);
      this.#awaits = answer.awaits ?? 'command';
      this.#question = answer.question ?? null;
      const nodes = answer.answers.flatMap((one) => answerNodes(one));
      fill(box, nodes.length ? nodes : null);
      box.removeAttribute('aria-busy');
      this.#toEnd();
      if (answer.answers.some((one) => one.kind === 'quit'))
        emit('note', 'The session is over; close the page, or look at it still');
      await follow(answer, since);
    } catch (error) {
      box.removeAttribute('aria-busy');
      fill(box, h('p.error', { text: error.message }));
      report(error);
    }
    this.prompt();
    this.#toEnd();
  }

  #entry(line) {
    this.log.querySelector(':scope > p.muted')?.remove();
    const box = h('div.answers', { 'aria-busy': 'true' }, h('p.muted', { text: '…' }));
    const { time } = app.focus;
    this.log.append(
      h(
        'div.entry',
        {},
        h('div.asked', {}, timeLink(time, `(${number(time)})`), ' ', h('code', { text: line || '(again)' })),
        box,
      ),
    );
    while (this.log.children.length > KEPT) this.log.firstElementChild.remove();
    this.#toEnd();
    return box;
  }

  #toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  #remember(line) {
    if (this.#lines.at(-1) !== line) this.#lines.push(line);
    this.#lines.splice(0, this.#lines.length - LINES_KEPT);
    this.#at = this.#lines.length;
    try {
      sessionStorage.setItem(HISTORY, JSON.stringify(this.#lines));
    } catch {
      // A browser that stores nothing has the lines of this page all the same.
    }
  }

  #key(event) {
    if (this.completion.key(event)) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      this.#recall(event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'Escape') {
      this.field.blur();
      document.querySelector('#code-panel .rows')?.focus({ preventScroll: true });
    }
  }

  #recall(step) {
    const to = Math.max(0, Math.min(this.#lines.length, this.#at + step));
    if (this.#at === this.#lines.length) this.#draft = this.field.value;
    this.#at = to;
    this.field.value = this.#lines[to] ?? this.#draft;
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
  }
}

function stored() {
  try {
    const lines = JSON.parse(sessionStorage.getItem(HISTORY) ?? '[]');
    return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
  } catch {
    return [];
  }
}
