// The wheel over a variable steps through its changes: up to the last one, down to the next one.

import { toChange } from './motions.js';

/** A wheel's turn of this many pixels is a step. */
const STEP = 60;
/** Steps that follow each other within this many milliseconds are one entry for the browser's Back. */
const TOGETHER = 1500;

let turned = 0;
let stepping = false;
let lastStep = -Infinity;

/**
 * Takes a turn of the wheel over a variable.
 * @param {WheelEvent} event
 * @param {{id?: number|null, expression: string}} variable
 */
export async function turn(event, { id, expression }) {
  event.preventDefault();
  turned += event.deltaY || event.deltaX;
  if (stepping || Math.abs(turned) < STEP) return;
  const direction = Math.sign(turned);
  turned = 0;
  stepping = true;
  try {
    await toChange(direction, expression, {
      replace: event.timeStamp - lastStep < TOGETHER,
      also: { object: id ?? null },
    });
  } finally {
    lastStep = event.timeStamp;
    stepping = false;
  }
}
