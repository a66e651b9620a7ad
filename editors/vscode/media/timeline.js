// The timeline: how deep the run was at which time, with exceptions, output and marks. A click goes there; the wheel
// zooms; dragging with the pressed button scrubs; the keys left and right step along the samples.
"use strict";

(() => {
  const vscode = acquireVsCodeApi();
  const canvas = document.getElementById("canvas");
  const head = document.getElementById("head");
  let shown;
  let pointed;

  const colour = (name, otherwise) =>
    getComputedStyle(document.body).getPropertyValue(`--vscode-${name}`).trim() || otherwise;

  function say(parts) {
    head.replaceChildren(
      ...parts.filter(Boolean).map(([text, kind]) => {
        const span = document.createElement("span");
        span.className = kind;
        span.textContent = text;
        return span;
      }),
    );
  }

  /** The time at a place of the canvas, and the place of a time. */
  const width = () => canvas.clientWidth;
  const span = () => Math.max(1, shown.to - shown.from);
  const timeAt = (x) => Math.round(shown.from + (Math.min(Math.max(x, 0), width()) / width()) * span());
  const placeOf = (time) => ((time - shown.from) / span()) * width();

  /** The sample nearest before a time. */
  function sampleAt(time) {
    let found;
    for (const sample of shown.samples) {
      if (sample.time > time) {
        break;
      }
      found = sample;
    }
    return found;
  }

  function draw() {
    const scale = window.devicePixelRatio || 1;
    canvas.width = width() * scale;
    canvas.height = canvas.clientHeight * scale;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    if (!shown || shown.samples.length === 0) {
      return;
    }
    const bottom = canvas.clientHeight - 22;
    const deepest = Math.max(...shown.samples.map((sample) => sample.depth));
    pen.fillStyle = colour("charts-blue", "#3794ff");
    shown.samples.forEach((sample, at) => {
      const next = shown.samples[at + 1];
      const left = placeOf(sample.time);
      const right = next ? placeOf(next.time) : width();
      const height = (sample.depth / deepest) * (bottom - 12);
      pen.globalAlpha = sample.depth % 2 ? 0.75 : 0.6;
      pen.fillRect(left, bottom - height, Math.max(1, right - left), height);
    });
    pen.globalAlpha = 1;
    const ticks = (list, name, otherwise, y, height) => {
      pen.fillStyle = colour(name, otherwise);
      list.forEach((one) => pen.fillRect(placeOf(one.time) - 1, y, 2, height));
    };
    ticks(shown.output, "charts-green", "#89d185", bottom + 2, 6);
    ticks(shown.exceptions, "charts-red", "#f48771", bottom + 9, 8);
    ticks(shown.marks, "charts-yellow", "#cca700", 0, bottom);
    pen.fillStyle = colour("foreground", "#ccc");
    pen.fillRect(placeOf(shown.now) - 1, 0, 2, canvas.clientHeight);
    if (pointed !== undefined) {
      pen.globalAlpha = 0.5;
      pen.fillRect(placeOf(pointed), 0, 1, canvas.clientHeight);
      pen.globalAlpha = 1;
    }
  }

  /** What stands at a time. */
  function describe(time) {
    const near = (list) => list.find((one) => Math.abs(placeOf(one.time) - placeOf(time)) <= 2);
    const sample = sampleAt(time);
    const exception = near(shown.exceptions);
    const mark = near(shown.marks);
    const printed = near(shown.output);
    say([
      [`event ${time} of ${shown.last}`, "where"],
      sample && [`${sample.function}, line ${sample.line}, depth ${sample.depth}`, "note"],
      exception && [`raised: ${exception.text}`, "note"],
      mark && [`mark ${mark.name}`, "note"],
      printed && [`printed: ${printed.text.trim()}`, "note"],
      !shown.complete && ["(still looking)", "note"],
    ]);
  }

  function goto(time) {
    vscode.postMessage({ kind: "goto", time });
  }

  canvas.addEventListener("mousemove", (event) => {
    if (!shown) {
      return;
    }
    pointed = timeAt(event.offsetX);
    describe(pointed);
    draw();
  });
  canvas.addEventListener("mouseleave", () => {
    pointed = undefined;
    if (shown) {
      describe(shown.now);
      draw();
    }
  });
  canvas.addEventListener("mouseup", (event) => shown && goto(timeAt(event.offsetX)));
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!shown) {
        return;
      }
      event.preventDefault();
      const centre = timeAt(event.offsetX);
      const factor = event.deltaY > 0 ? 2 : 0.5;
      const from = Math.max(0, Math.round(centre - (centre - shown.from) * factor));
      const to = Math.min(shown.last, Math.round(centre + (shown.to - centre) * factor));
      const whole = from === 0 && to === shown.last;
      if (to > from) {
        vscode.postMessage({ kind: "range", from, to, whole });
      }
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!shown || !step) {
      return;
    }
    const times = shown.samples.map((sample) => sample.time);
    const next = step > 0 ? times.find((time) => time > shown.now) : times.reverse().find((time) => time < shown.now);
    if (next !== undefined) {
      goto(next);
    }
  });
  window.addEventListener("resize", draw);
  window.addEventListener("message", ({ data }) => {
    if (data.kind === "timeline") {
      shown = data;
      describe(pointed === undefined ? shown.now : pointed);
      draw();
    } else if (data.kind === "failure") {
      say([[data.text, "note"]]);
    } else {
      shown = undefined;
      say([["No program is being debugged with ttd-py.", "note"]]);
      draw();
    }
  });
  say([["The timeline of a run that is debugged with ttd-py.", "note"]]);
  vscode.postMessage({ kind: "ready" });
})();
