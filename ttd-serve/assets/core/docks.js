// Panels and the places where they are. A panel is a tab of a dock; on a narrower page several docks become one.

import { fill, h } from './dom.js';
import { beginSizes, edgeOf } from './split.js';

const WIDE = matchMedia('(min-width: 1280px)');
const MEDIUM = matchMedia('(min-width: 720px)');

/** Which dock takes the panels of which one, by width. */
const MERGED = {
  wide: {},
  medium: { side: 'bottom', object: 'bottom' },
  narrow: { side: 'code', object: 'code', bottom: 'code', stack: 'code', values: 'code' },
};

const panels = [];
const docks = new Map();

/**
 * Adds a panel.
 * @param {{id: string, label: string, dock: string, element: HTMLElement, shown?: () => void}} panel
 */
export function addPanel(panel) {
  panel.element.classList.add('panel');
  panel.element.id = `${panel.id}-panel`;
  panel.body = panel.element;
  panels.push(panel);
}

/** Puts all panels into their docks, now and whenever the width changes. */
export function arrange() {
  for (const element of document.querySelectorAll('.dock')) {
    docks.set(element.dataset.dock, { element, active: null, panels: [] });
  }
  beginSizes();
  for (const query of [WIDE, MEDIUM]) query.addEventListener('change', place);
  place();
}

/** Makes a panel visible in its dock. */
export function show(id, { focus = false } = {}) {
  const panel = panels.find((one) => one.id === id);
  const dock = panel && docks.get(dockOf(panel));
  if (!dock) return;
  if (dock.active !== id) activate(dock, id);
  if (focus) panel.element.querySelector('input, [tabindex="0"]')?.focus();
}

/** Whether a panel can be seen. */
export function isShown(id) {
  const panel = panels.find((one) => one.id === id);
  return panel !== undefined && docks.get(dockOf(panel))?.active === id;
}

/** Changes what stands beside a tab's label: a count, or nothing. */
export function badge(id, text) {
  const panel = panels.find((one) => one.id === id);
  if (!panel || panel.badge === text) return;
  panel.badge = text;
  const mark = document.querySelector(`#${id}-tab .badge`);
  if (mark) mark.textContent = text ?? '';
}

function width() {
  return WIDE.matches ? 'wide' : MEDIUM.matches ? 'medium' : 'narrow';
}

function dockOf(panel) {
  return MERGED[width()][panel.dock] ?? panel.dock;
}

function place() {
  document.documentElement.dataset.width = width();
  for (const dock of docks.values()) {
    dock.panels = panels.filter((panel) => docks.get(dockOf(panel)) === dock);
    dock.panels.sort((a, b) => isFirst(b) - isFirst(a));
    dock.element.hidden = dock.panels.length === 0;
    if (dock.panels.length === 0) continue;
    if (!dock.panels.some((panel) => panel.id === dock.active)) dock.active = dock.panels[0].id;
    build(dock);
  }
}

/** Where docks become one, what is looked at most comes first. */
function isFirst(panel) {
  return width() === 'narrow' && ['code', 'values', 'stack'].includes(panel.dock) ? 1 : 0;
}

function build(dock) {
  const single = dock.panels.length === 1;
  const bar = h('div.tabs', { role: single ? null : 'tablist', 'aria-label': single ? null : dock.element.ariaLabel });
  for (const panel of dock.panels) {
    const inner = [panel.label, h('span.badge', { text: panel.badge ?? '' })];
    bar.append(
      single
        ? h('h2.tab.single', { id: `${panel.id}-tab` }, inner)
        : h(
            'button.tab',
            {
              type: 'button',
              role: 'tab',
              id: `${panel.id}-tab`,
              'aria-controls': `${panel.id}-panel`,
              on: { click: () => activate(dock, panel.id), keydown: (event) => moveTab(dock, panel, event) },
            },
            inner,
          ),
    );
    const { element } = panel;
    if (single) element.removeAttribute('role');
    else element.setAttribute('role', 'tabpanel');
    element.setAttribute('aria-labelledby', `${panel.id}-tab`);
  }
  fill(
    dock.element,
    bar,
    dock.panels.map((panel) => panel.element),
    width() === 'narrow' ? null : edgeOf(dock.element.dataset.dock),
  );
  activate(dock, dock.active);
}

function activate(dock, id) {
  dock.active = id;
  for (const panel of dock.panels) {
    const is = panel.id === id;
    panel.element.hidden = !is;
    const tab = dock.element.querySelector(`#${panel.id}-tab`);
    if (tab?.getAttribute('role') === 'tab') {
      tab.setAttribute('aria-selected', is);
      tab.tabIndex = is ? 0 : -1;
      if (is && dock.panels.length > 1) tab.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    }
    if (is) panel.shown?.();
  }
}

function moveTab(dock, panel, event) {
  const at = dock.panels.indexOf(panel);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: dock.panels.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = dock.panels[(to + dock.panels.length) % dock.panels.length];
  activate(dock, next.id);
  dock.element.querySelector(`#${next.id}-tab`).focus();
}
