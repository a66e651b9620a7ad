// Light and dark: the system's choice, unless the user has made another one; and colours for canvases.

import { emit } from './state.js';

const KEY = 'ttd-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');
let colours = new Map();

/** `light` or `dark`. */
export function theme() {
  return document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light');
}

/** Takes up the user's choice. */
export function beginTheme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  dark.addEventListener('change', changed);
}

/** Changes from one to the other. The system's own choice is not stored. */
export function switchTheme() {
  const next = theme() === 'dark' ? 'light' : 'dark';
  const ofSystem = dark.matches ? 'dark' : 'light';
  if (next === ofSystem) {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = next;
    localStorage.setItem(KEY, next);
  }
  changed();
}

function changed() {
  colours = new Map();
  emit('theme', theme());
}

/** The present value of a colour of the style sheet, for a canvas. */
export function colour(name) {
  if (!colours.has(name)) {
    const probe = document.createElement('span');
    probe.hidden = true;
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    colours.set(name, getComputedStyle(probe).color);
    probe.remove();
  }
  return colours.get(name);
}

/** Fits a canvas to its element and the screen's pixels, and returns its context in units of CSS pixels. */
export function context(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const drawing = canvas.getContext('2d');
  drawing.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawing.clearRect(0, 0, width, height);
  return { drawing, width, height };
}
