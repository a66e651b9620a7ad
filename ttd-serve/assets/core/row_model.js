// The rows of a list or tree of which only pages are known: how many rows there are, and what is in row n.
//
// A node has `total` children, some of them loaded, some of them open. Opening a node with a million children costs
// nothing until its rows are looked at.

const PAGE = 100;

/** A node with children: the root, or an item that was opened. */
class Node {
  total = 0;
  items = [];
  /** Open children by their index. */
  open = new Map();
  /** Pages that were asked for. */
  asked = new Set();

  constructor(item, parent, index) {
    this.item = item;
    this.parent = parent;
    this.index = index;
  }

  /** Rows of all that is below this node. */
  size() {
    let size = this.total;
    for (const child of this.open.values()) size += child.size();
    return size;
  }

  /** Depth of this node's children; 0 for those of the root. */
  depth() {
    return this.parent ? this.parent.depth() + 1 : 0;
  }
}

export class RowModel {
  /**
   * @param {(item: object|null, start: number, count: number) => Promise<{items: object[], total: number}>} load
   *   loads children of an item, or of the root (null)
   * @param {(item: object) => string} key names an item for good, so that it stays open when the rows are loaded anew
   * @param {() => void} changed called when rows have come
   */
  constructor(load, key, changed) {
    this.load = load;
    this.key = key;
    this.changed = changed;
    this.root = new Node(null, null, 0);
    this.openKeys = new Set();
    this.generation = 0;
  }

  /** The number of rows. */
  get size() {
    return this.root.size();
  }

  /** Forgets all and asks for the first page again. What is shown stays until the answer comes. */
  async reload() {
    const generation = ++this.generation;
    const { items, total } = await this.load(null, 0, PAGE);
    if (generation === this.generation) this.set(items, total);
  }

  /** Puts these items into the root. Those that were open are opened again, with their old children until new come. */
  set(items, total = items.length, start = 0) {
    this.generation++;
    const was = this.root;
    this.root = new Node(null, null, 0);
    this.#put(this.root, start, items, total, was);
    this.changed();
  }

  #put(node, start, items, total, was) {
    node.total = total;
    markAsked(node, start, items.length);
    if (start === 0 && this.openKeys.size === 0 && node.items.length === 0) {
      node.items = items;
      return;
    }
    items.forEach((item, i) => {
      node.items[start + i] = item;
      if (!this.openKeys.has(this.key(item)) || node.open.has(start + i)) return;
      const child = new Node(item, node, start + i);
      const old = was && [...was.open.values()].find((one) => this.key(one.item) === this.key(item));
      if (old) Object.assign(child, { total: old.total, items: old.items.slice(), asked: new Set() });
      node.open.set(start + i, child);
      this.#ask(child, 0, old);
    });
  }

  async #ask(node, page, was = null) {
    if (node.asked.has(page)) return;
    node.asked.add(page);
    const generation = this.generation;
    try {
      const { items, total } = await this.load(node.item, page * PAGE, PAGE);
      if (generation !== this.generation) return;
      this.#put(node, page * PAGE, items, total, was);
      this.changed();
    } catch {
      // What could not be loaded is asked for again when its rows are looked at again.
      if (generation === this.generation) node.asked.delete(page);
    }
  }

  /** What is in a row: `{item, node, index, depth, child}`; `item` is undefined while it is being loaded. */
  at(row) {
    let node = this.root;
    let left = row;
    for (;;) {
      let before = 0;
      let inside = null;
      const open = [...node.open.entries()].sort((a, b) => a[0] - b[0]);
      for (const [index, child] of open) {
        const first = index + before + 1;
        if (left < first) break;
        const size = child.size();
        if (left < first + size) {
          inside = child;
          left -= first;
          break;
        }
        before += size;
      }
      if (inside) {
        node = inside;
        continue;
      }
      const index = left - before;
      if (index < 0 || index >= node.total) return null;
      if (node.items[index] === undefined) this.#ask(node, Math.floor(index / PAGE));
      return { item: node.items[index], node, index, depth: node.depth(), child: node.open.get(index) ?? null };
    }
  }

  /** The row of an item, by the node that it is in and its index there. */
  rowOf(node, index) {
    let row = index;
    for (const [at, child] of node.open) if (at < index) row += child.size();
    return node.parent ? this.rowOf(node.parent, node.index) + 1 + row : row;
  }

  /** Opens or closes an item. */
  toggle({ item, node, index }) {
    const key = this.key(item);
    if (node.open.has(index)) {
      node.open.delete(index);
      this.openKeys.delete(key);
    } else {
      this.openKeys.add(key);
      const child = new Node(item, node, index);
      node.open.set(index, child);
      this.#ask(child, 0);
    }
    this.changed();
  }
}

/** Notes the pages that are there as a whole. Of others the rows are asked for when they are looked at. */
function markAsked(node, start, count) {
  const end = start + count;
  for (let page = Math.ceil(start / PAGE); page * PAGE < end; page++) {
    if (Math.min(node.total, (page + 1) * PAGE) <= end) node.asked.add(page);
  }
}
