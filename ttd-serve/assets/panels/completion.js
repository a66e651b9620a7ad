// Completion of the command line: Tab asks the debugger, one candidate is put in, several are a list to choose from.

import { fill, h } from '../core/dom.js';
import { Cancelled } from '../core/link.js';
import { focusArgument, link, report } from '../core/state.js';

const SHOWN = 40;

export class Completion {
  #candidates = [];
  #chosen = -1;
  #from = 0;
  #end = 0;

  constructor(field) {
    this.field = field;
    this.element = h('ul.completion', { role: 'listbox', id: 'completion', 'aria-label': 'Completions', hidden: true });
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': 'completion',
      'aria-expanded': 'false',
    }))
      field.setAttribute(name, value);
    field.addEventListener('input', () => this.close());
    field.addEventListener('blur', () => setTimeout(() => this.close(), 150));
  }

  /** Whether a key was one for the list of candidates, or begins a completion. */
  key(event) {
    if (event.key === 'Tab' && !event.shiftKey && !event.ctrlKey) {
      if (this.element.hidden && this.field.value === '') return false;
      event.preventDefault();
      if (this.element.hidden) this.#ask();
      else this.#move(1);
      return true;
    }
    if (this.element.hidden) return false;
    if (event.key === 'ArrowDown') this.#move(1);
    else if (event.key === 'ArrowUp') this.#move(-1);
    else if (event.key === 'Enter' && this.#chosen >= 0) this.#take(this.#candidates[this.#chosen]);
    else if (event.key === 'Escape') this.close();
    else return false;
    event.preventDefault();
    return true;
  }

  close() {
    this.element.hidden = true;
    this.#chosen = -1;
    this.field.setAttribute('aria-expanded', 'false');
    this.field.removeAttribute('aria-activedescendant');
  }

  async #ask() {
    const text = this.field.value;
    const at = this.field.selectionStart ?? text.length;
    try {
      const { from, candidates } = await link.ask(
        'complete',
        { focus: focusArgument(), text, at },
        { slot: 'complete' },
      );
      if (this.field.value !== text) return;
      [this.#from, this.#end] = [from, at];
      const common = prefixOf(candidates);
      if (candidates.length === 1) this.#take(candidates[0]);
      else if (candidates.length > 1) {
        if (common.length > at - from) this.#put(common);
        this.#open(candidates);
      }
    } catch (error) {
      if (!(error instanceof Cancelled)) report(error);
    }
  }

  #open(candidates) {
    this.#candidates = candidates.slice(0, SHOWN);
    const items = this.#candidates.map((text, i) =>
      h('li', {
        role: 'option',
        id: `completion-${i}`,
        'aria-selected': 'false',
        text,
        on: {
          mousedown: (event) => {
            event.preventDefault();
            this.#take(text);
          },
        },
      }),
    );
    const more = candidates.length - this.#candidates.length;
    fill(
      this.element,
      items,
      more > 0
        ? h('li.muted', { role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false', text: `and ${more} more` })
        : null,
    );
    this.element.hidden = false;
    this.field.setAttribute('aria-expanded', 'true');
    this.#chosen = -1;
  }

  #move(step) {
    const n = this.#candidates.length;
    this.#chosen = (this.#chosen + step + n + (this.#chosen < 0 && step < 0 ? 1 : 0)) % n;
    [...this.element.children].forEach((item, i) => item.setAttribute('aria-selected', i === this.#chosen));
    this.element.children[this.#chosen].scrollIntoView({ block: 'nearest' });
    this.field.setAttribute('aria-activedescendant', `completion-${this.#chosen}`);
  }

  #take(text) {
    this.#put(text);
    this.close();
  }

  /** Puts a text in the place of the word that is being completed. */
  #put(text) {
    const { value } = this.field;
    this.field.value = value.slice(0, this.#from) + text + value.slice(this.#end);
    this.#end = this.#from + text.length;
    this.field.setSelectionRange(this.#end, this.#end);
    this.field.focus();
  }
}

/** What all texts begin with. */
export function prefixOf(texts) {
  return texts.reduce((common, text) => {
    let n = 0;
    while (n < common.length && common[n] === text[n]) n++;
    return common.slice(0, n);
  }, texts[0] ?? '');
}
