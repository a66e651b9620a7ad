// Building elements. Whatever comes from a program is text: it is put in as text nodes and never parsed.

/**
 * Makes an element.
 * @param {string} name the tag, with classes: `button.motion`
 * @param {object} properties attributes; `on` holds listeners, `data` the data attributes, `text` the text
 * @param {...(Node|string|null)} children
 */
export function h(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === 'on') for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else if (key === 'data') Object.assign(element.dataset, value);
    else if (key === 'text') element.textContent = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  add(element, children);
  return element;
}

/** Appends nodes and texts; nothing is appended for null. */
export function add(element, children) {
  for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/** Replaces all children. */
export function fill(element, ...children) {
  element.replaceChildren();
  return add(element, children);
}

const grouped = new Intl.NumberFormat('en');

/** A number with its digits in groups. */
export function number(value) {
  return typeof value === 'number' ? grouped.format(value) : String(value ?? '');
}

/** A number in four characters or so: `12.3k`. */
export function short(value) {
  for (const [unit, name] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ]) {
    if (value >= unit * 10) return `${Math.round(value / unit)}${name}`;
    if (value >= unit) return `${(value / unit).toFixed(1)}${name}`;
  }
  return String(value);
}

/** A count with its noun: `1 call`, `2 calls`. */
export function count(value, noun) {
  return `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** The last part of a path. */
export function fileName(path) {
  return String(path ?? '')
    .split('/')
    .at(-1);
}

/** The branch that links lead to when nothing else is said: that of the focus. */
let presentBranch = 0;

/** Says which branch links lead to. */
export function linkBranch(branch) {
  presentBranch = branch;
}

/** A link that leads to a time. Its address works in another tab as well. */
export function timeLink(time, text = number(time), properties = {}) {
  const data = { time, ...(properties.data ?? {}) };
  const title = properties.title ?? `Go to event ${number(time)}`;
  return h('a.time', { href: `#t=${time}&b=${data.branch ?? presentBranch}`, ...properties, title, data, text });
}

/** A file and a line as text: `bank.py:12`. */
export function place(path, line) {
  return h('span.place', { title: path, text: line ? `${fileName(path)}:${line}` : fileName(path) });
}

/** A button with a visible text. */
export function button(text, listener, properties = {}) {
  return h('button', { type: 'button', ...properties, text, on: { click: listener } });
}

/** Characters that would be invisible, or change the order of those around them. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text in which what would be invisible is written as an escape, as Python does. */
export function visible(text) {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** What a program shows of its values, with each `#n` as a mark of its own, so that an object can be coloured. */
export function valueText(text, chosen, id = null) {
  const element = h('span.value', id === null || id === undefined ? {} : { data: { object: id } });
  if (id !== null && id !== undefined && id === chosen) element.classList.add('chosen');
  const shown = visible(text);
  let end = 0;
  for (const match of shown.matchAll(/#(\d+)\b/g)) {
    const of = Number(match[1]);
    if (of !== chosen) continue;
    element.append(shown.slice(end, match.index), h('mark.chosen', { text: match[0] }));
    end = match.index + match[0].length;
  }
  element.append(shown.slice(end));
  return element;
}

/** Runs a function at most once a frame, with the arguments of its latest call. */
export function oncePerFrame(run) {
  let latest = null;
  return (...args) => {
    if (latest === null) {
      requestAnimationFrame(() => {
        const now = latest;
        latest = null;
        run(...now);
      });
    }
    latest = args;
  };
}

/** Runs a function when it has not been called for some milliseconds. */
export function afterPause(milliseconds, run) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), milliseconds);
  };
}
