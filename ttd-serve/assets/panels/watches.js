// Expressions that the user wants to see at every moment. They are evaluated where one is, each by itself, and stand
// above the variables. The browser's session keeps them.

import { h } from '../core/dom.js';
import { Cancelled } from '../core/link.js';
import { app, focusArgument, link } from '../core/state.js';

const KEY = 'ttd-watches';
const MOST = 30;

export class Watches {
  /** Expressions, in the order in which they were added. */
  expressions = stored();

  /** @param {() => void} changed called when an expression came or went */
  constructor(changed) {
    this.changed = changed;
    const field = h('input.watch-field', {
      'aria-label': 'Expression to watch',
      placeholder: 'Watch an expression',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    this.form = h('form.bar.watch-form', {}, field, h('button', { type: 'submit', text: 'Watch' }));
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.add(field.value.trim());
      field.value = '';
    });
  }

  add(expression) {
    if (!expression || this.expressions.includes(expression) || this.expressions.length >= MOST) return;
    this.expressions.push(expression);
    this.#store();
  }

  remove(expression) {
    this.expressions = this.expressions.filter((one) => one !== expression);
    this.#store();
  }

  /** The rows of all expressions at a moment. What cannot be evaluated says why; null if the moment has passed. */
  async rows(moment) {
    const rows = [];
    for (const expression of this.expressions) {
      try {
        const value = await link.ask('eval', { focus: focusArgument(), expression }, { slot: 'watch' });
        rows.push({ ...value, name: expression, expression, isWatch: true });
      } catch (error) {
        if (error instanceof Cancelled) return null;
        rows.push({ ...nothing, name: expression, expression, value: error.message, isWatch: true, failed: true });
      }
      if (app.moment !== moment) return null;
    }
    return rows;
  }

  #store() {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.expressions));
    } catch {
      // They last as long as the page does.
    }
    this.changed();
  }
}

const nothing = { class: '', items: 0, attributes: 0, id: null, changed: false };

function stored() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}
