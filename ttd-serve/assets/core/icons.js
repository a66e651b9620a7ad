// Small drawings for buttons, as paths on a field of 16 by 16. A motion back has the mirror of the one forward.

const SVG = 'http://www.w3.org/2000/svg';

const paths = {
  // A dot is a line of the program, an arrow the way over it, into it or out of it.
  next:
    'M2 8a5 4.5 0 0 1 9.4-1.6L13 4.5V10H7.6l2-1.9A3.4 3.2 0 0 0 3.8 8z' +
    'M8 11.2a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z',
  step: 'M2 2.2h7.8v6.3h2.6L9 13 5.6 8.5h2.6V3.8H2z',
  return: 'M2 13.8h7.8V7.5h2.6L9 3 5.6 7.5h2.6v4.7H2z',
  until: 'M3 2h7v1.6H3zM3 5.2h4.5v1.6H3zM10.2 5.5h1.7v5h2.4L11 14 7.8 10.5h2.4zM3 12.4h4V14H3z',
  continue: 'M3 2.5h2v11H3zM6.5 2.5 14 8l-7.5 5.5z',
  end: 'M3 2.5 10.5 8 3 13.5zM11 2.5h2v11h-2z',
  nextf:
    'M2.5 3.5 8 8l-5.5 4.5z' +
    'M9.6 4.4C9.8 2.6 11 1.8 13 2v1.6c-1.1-.1-1.7.2-1.8 1.2L11 6h1.7v1.5h-1.9L10 ' +
    '14H8.3l.8-6.5H8V6h1.3z',
  undo:
    'M6 2 1.5 6 6 10V7.2h3.2c1.9 0 3 .9 3 2.5s-1.1 2.6-3 2.6H5V14h4.3c2.9 0 4.7-1.7 4.7-4.3S12.2 ' + '5.4 9.3 5.4H6z',
  theme: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.6v9.8a4.9 4.9 0 0 1 0-9.8z',
  help:
    'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm-.9 9.2h1.7v1.7H7.1z' +
    'm1.7-1.1H7.2c0-2.2 2-2.2 2-3.5 0-.7-.5-1.1-1.2-1.1s-1.2.5-1.3 1.3H5.1C5.2 4.7 6.3 3.6 8 ' +
    '3.6s2.8 1 2.8 2.4c0 1.9-2 2.1-2 3.6z',
  mark: 'M3.5 1.5h9v13L8 11.2l-4.5 3.3z',
  close: 'm3.3 2.2 4.7 4.7 4.7-4.7 1.1 1.1L9.1 8l4.7 4.7-1.1 1.1L8 9.1l-4.7 4.7-1.1-1.1L6.9 8 2.2 3.3z',
  earlier: 'M10.5 2.5v11L4 8z',
  later: 'M5.5 2.5v11L12 8z',
  plus: 'M7.2 3h1.6v4.2H13v1.6H8.8V13H7.2V8.8H3V7.2h4.2z',
  minus: 'M3 7.2h10v1.6H3z',
  whole: 'M1.5 7.2h2.7V5L8 8l-3.8 3V8.8H1.5zM14.5 7.2h-2.7V5L8 8l3.8 3V8.8h2.7z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
};

/** The drawing of this name; `mirrored` for motions back. */
export function icon(name, { mirrored = false } = {}) {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 16 16');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.classList.add('icon');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', paths[name]);
  if (mirrored) path.setAttribute('transform', 'matrix(-1 0 0 1 16 0)');
  drawing.append(path);
  return drawing;
}

/** A button that shows only a drawing. `label` is what a screen reader says and what is shown when one points at it. */
export function iconButton(name, label, listener, { mirrored = false, key = null, className = '' } = {}) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `icon-button ${className}`.trim();
  button.setAttribute('aria-label', label);
  button.title = key ? `${label} (${key})` : label;
  if (key && key.length === 1) button.setAttribute('aria-keyshortcuts', key);
  button.append(icon(name, { mirrored }));
  button.addEventListener('click', listener);
  return button;
}
