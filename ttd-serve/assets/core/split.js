// Edges between docks that can be moved: by dragging, or with the arrow keys when they have the focus. A double click or
// Home gives a dock its usual size again. The sizes are the user's, so the browser keeps them.

import { h } from './dom.js';

const KEY = 'ttd-sizes';
const STEP = 24;
/** Pixels that a dock has at least, and that it leaves to the others. */
const LEAST = 90;
const LEFT_TO_OTHERS = 260;

/** The edges by the dock that has them: the size that each changes, where it lies, and from which side that is measured. */
const EDGES = {
  side: { size: 'side', edge: 'right', from: 'left', label: 'Width of the left column' },
  code: { size: 'right', edge: 'right', from: 'right', label: 'Width of the right column' },
  stack: { size: 'stack', edge: 'bottom', from: 'top', label: 'Height of the stack' },
  bottom: { size: 'low', edge: 'top', from: 'bottom', label: 'Height of the output' },
  object: { size: 'low', edge: 'top', from: 'bottom', label: 'Height of the value’s history' },
};

let sizes = stored();

/** Gives the docks the sizes that they had. */
export function beginSizes() {
  for (const [name, size] of Object.entries(sizes)) docks().style.setProperty(`--${name}`, `${size}px`);
}

/** The edge of a dock that can be moved, or null. */
export function edgeOf(dock) {
  const how = EDGES[dock];
  if (!how) return null;
  const isColumn = how.from === 'left' || how.from === 'right';
  const handle = h(`div.edge.edge-${how.edge}`, {
    role: 'separator',
    tabindex: 0,
    'aria-label': how.label,
    'aria-orientation': isColumn ? 'vertical' : 'horizontal',
    'aria-valuenow': Math.round(sizes[how.size] ?? 0),
    title: `${how.label}: drag, or double-click for the usual one`,
  });
  const put = (size) => change(how, handle, size);
  handle.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener('pointermove', (event) => {
    if (handle.hasPointerCapture(event.pointerId)) put(measure(how, event));
  });
  handle.addEventListener('dblclick', () => put(null));
  handle.addEventListener('keydown', (event) => {
    const grows = { left: 'ArrowRight', right: 'ArrowLeft', top: 'ArrowDown', bottom: 'ArrowUp' }[how.from];
    const shrinks = { left: 'ArrowLeft', right: 'ArrowRight', top: 'ArrowUp', bottom: 'ArrowDown' }[how.from];
    if (event.key === 'Home') put(null);
    else if (event.key === grows || event.key === shrinks)
      put(present(how, handle) + (event.key === grows ? STEP : -STEP));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return handle;
}

function docks() {
  return document.querySelector('#docks');
}

/** The size that an edge would give where the pointer is. */
function measure({ from }, { clientX, clientY }) {
  const box = docks().getBoundingClientRect();
  return { left: clientX - box.left, right: box.right - clientX, top: clientY - box.top, bottom: box.bottom - clientY }[
    from
  ];
}

/** The present size, wherever it comes from. */
function present(how, handle) {
  const { left, top, width, height } = handle.getBoundingClientRect();
  return measure(how, { clientX: left + width / 2, clientY: top + height / 2 });
}

function change({ size: name, from }, handle, size) {
  const { clientWidth, clientHeight } = docks();
  const most = (from === 'left' || from === 'right' ? clientWidth : clientHeight) - LEFT_TO_OTHERS;
  if (size === null) {
    delete sizes[name];
    docks().style.removeProperty(`--${name}`);
  } else {
    sizes[name] = Math.round(Math.max(LEAST, Math.min(most, size)));
    docks().style.setProperty(`--${name}`, `${sizes[name]}px`);
  }
  handle.setAttribute('aria-valuenow', Math.round(sizes[name] ?? present({ from }, handle)));
  try {
    localStorage.setItem(KEY, JSON.stringify(sizes));
  } catch {
    // The sizes last as long as the page does.
  }
}

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return Object.fromEntries(Object.entries(found ?? {}).filter(([, size]) => Number.isFinite(size)));
  } catch {
    return {};
  }
}
