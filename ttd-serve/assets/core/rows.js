// A list or tree of any length of which only the visible rows are elements. Arrow keys move the active row, Left and
// Right close and open, Enter does what a click does.

import { fill, h } from './dom.js';
import { RowModel } from './row_model.js';

/** Browsers cannot scroll much further than this; longer lists scroll in proportion. */
const TALLEST = 6_000_000;
let lists = 0;

export class Rows {
  /**
   * @param {object} how
   * @param {string} how.label what a screen reader calls the list
   * @param {'tree'|'grid'} how.role
   * @param {number} how.height of a row
   * @param {(item, start, count) => Promise} how.load see `RowModel`
   * @param {(item, place) => Node[]} how.render the cells of a row
   * @param {(item) => string} [how.key]
   * @param {(item) => boolean} [how.canOpen]
   * @param {(item, event) => void} [how.activate]
   * @param {(item, event) => boolean} [how.keyDown] whether the key meant something
   * @param {(item) => string[]} [how.classes] of a row
   */
  constructor(how) {
    this.how = { key: (item) => item.key ?? '', canOpen: () => false, activate: () => {}, classes: () => [], ...how };
    this.id = `rows${++lists}`;
    this.active = 0;
    this.empty = how.empty ?? 'Nothing';
    this.space = h('div.rows-space', { role: 'presentation' });
    this.element = h('div.rows', { role: how.role, tabindex: 0, 'aria-label': how.label }, this.space);
    this.element.addEventListener('scroll', () => this.#render());
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('click', (event) => this.#click(event));
    this.element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.model = new RowModel(how.load ?? (async () => ({ items: [], total: 0 })), this.how.key, () => this.render());
    new ResizeObserver(() => this.#render()).observe(this.element);
  }

  /** Puts these items in, from a row on; the others of `total` are loaded when they are looked at. */
  set(items, total = items.length, start = 0) {
    this.model.set(items, total, start);
  }

  /** Loads all anew. */
  reload() {
    return this.model.reload();
  }

  /** Shows the rows as they are now. */
  render() {
    const size = this.model.size;
    this.active = Math.max(0, Math.min(size - 1, this.active));
    const tall = Math.min(TALLEST, size * this.how.height);
    this.space.style.height = `${tall}px`;
    this.#render();
  }

  /** Scrolls so that a row is visible, near the middle if it was not. */
  reveal(row, { active = false } = {}) {
    if (active) this.active = row;
    const [first, last] = this.#visible();
    if (row < first + 2 || row > last - 4) this.#scrollTo(row - Math.floor((last - first) / 2));
    this.#render();
  }

  /** Scrolls to the last of the loaded items that is not after a time, where the items are in the order of time. */
  revealTime(time) {
    const { items } = this.model.root;
    let found = -1;
    items.forEach((item, index) => {
      if (item && item.time <= time) found = Math.max(found, index);
    });
    if (found >= 0) this.reveal(found, { active: true });
  }

  /** The row that has the keyboard. */
  get activePlace() {
    return this.model.at(this.active);
  }

  #scale() {
    const rows = this.element.clientHeight / this.how.height;
    const inView = Math.max(1, this.model.size - rows);
    const tall = Math.min(TALLEST, this.model.size * this.how.height) - this.element.clientHeight;
    return Math.max(0, tall) / inView;
  }

  #visible() {
    const scale = this.#scale();
    const first = scale > 0 ? this.element.scrollTop / scale : 0;
    return [first, first + this.element.clientHeight / this.how.height];
  }

  #scrollTo(first) {
    this.element.scrollTop = Math.max(0, first) * this.#scale();
  }

  #render() {
    const size = this.model.size;
    if (size === 0) {
      fill(
        this.space,
        h(
          'div.rows-empty',
          { role: this.how.role === 'tree' ? 'treeitem' : 'row' },
          h('span', { role: this.how.role === 'tree' ? null : 'gridcell', text: this.empty }),
        ),
      );
      this.element.removeAttribute('aria-activedescendant');
      if (this.how.role === 'grid') this.element.setAttribute('aria-rowcount', 1);
      return;
    }
    const [first, last] = this.#visible();
    const rows = [];
    const from = Math.max(0, Math.floor(first) - 2);
    for (let row = from; row < Math.min(size, Math.ceil(last) + 2); row++) rows.push(this.#row(row, first));
    fill(this.space, rows);
    if (this.how.role === 'grid') this.element.setAttribute('aria-rowcount', size);
    if (this.active >= from && this.active < from + rows.length) {
      this.element.setAttribute('aria-activedescendant', `${this.id}-${this.active}`);
    } else {
      this.element.removeAttribute('aria-activedescendant');
    }
  }

  #row(row, first) {
    const place = this.model.at(row);
    const { role, height } = this.how;
    const item = place?.item;
    const element = h('div.row', {
      role: role === 'tree' ? 'treeitem' : 'row',
      id: `${this.id}-${row}`,
      data: { row },
    });
    element.style.transform = `translateY(${this.element.scrollTop + (row - first) * height}px)`;
    element.style.height = `${height}px`;
    if (row === this.active) element.classList.add('active');
    if (item === undefined || item === null) {
      element.append(h('span.muted', { role: role === 'grid' ? 'gridcell' : null, text: '…' }));
      return element;
    }
    element.classList.add(...this.how.classes(item, place));
    const opens = this.how.canOpen(item);
    if (role === 'tree') {
      element.setAttribute('aria-level', place.depth + 1);
      element.setAttribute('aria-setsize', place.node.total);
      element.setAttribute('aria-posinset', place.index + 1);
      if (opens) element.setAttribute('aria-expanded', place.child !== null);
      element.style.setProperty('--depth', place.depth);
      element.append(h('span.twist', { 'aria-hidden': 'true', text: opens ? (place.child ? '▾' : '▸') : '' }));
      element.append(...this.how.render(item, place));
    } else {
      element.setAttribute('aria-rowindex', row + 1);
      element.append(
        ...this.how.render(item, place).map((cell) => {
          if (!cell.hasAttribute('role')) cell.setAttribute('role', 'gridcell');
          return cell;
        }),
      );
    }
    return element;
  }

  #key(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.how.height) - 1);
    const place = this.activePlace;
    const moves = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: this.model.size - 1,
    };
    let done = true;
    if (event.key in moves) {
      this.active = Math.max(0, Math.min(this.model.size - 1, moves[event.key]));
      this.#keepVisible();
    } else if (!place?.item) {
      return;
    } else if (this.how.keyDown?.(place.item, event)) {
      // The list's owner has done something.
    } else if (event.key === 'Enter') {
      this.how.activate(place.item, event);
    } else if (event.key === 'ArrowRight' && this.how.canOpen(place.item)) {
      if (!place.child) this.model.toggle(place);
      else this.active++;
      this.#keepVisible();
    } else if (event.key === 'ArrowLeft' && this.how.role === 'tree') {
      if (place.child) this.model.toggle(place);
      else if (place.node.parent) this.active = this.model.rowOf(place.node.parent, place.node.index);
      this.#keepVisible();
    } else {
      done = false;
    }
    if (done) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  #keepVisible() {
    const [first, last] = this.#visible();
    if (this.active < first) this.#scrollTo(this.active);
    else if (this.active + 1 > last) this.#scrollTo(this.active + 1 - (last - first));
    this.#render();
  }

  #click(event) {
    const row = event.target.closest('.row');
    if (!row) return;
    const at = Number(row.dataset.row);
    const place = this.model.at(at);
    if (!place?.item) return;
    this.active = at;
    if (event.target.closest('.twist') && this.how.canOpen(place.item)) {
      this.model.toggle(place);
    } else if (!event.target.closest('a, button, input')) {
      this.how.activate(place.item, event);
      this.#render();
    }
  }

  /** In a list that scrolls in proportion, the wheel goes by rows all the same. */
  #wheel(event) {
    if (event.defaultPrevented || this.model.size * this.how.height <= TALLEST || event.ctrlKey) return;
    event.preventDefault();
    const [first] = this.#visible();
    this.#scrollTo(first + event.deltaY / this.how.height);
  }
}
