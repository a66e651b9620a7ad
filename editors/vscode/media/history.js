// The history of a value: every value that it held, and where these are numbers a plot of them over time.
"use strict";

(() => {
  const vscode = acquireVsCodeApi();
  const canvas = document.getElementById("canvas");
  const head = document.getElementById("head");
  const rows = document.getElementById("rows");
  let shown;

  const element = (kind, text) => {
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = text;
    return span;
  };
  const colour = (name, otherwise) =>
    getComputedStyle(document.body).getPropertyValue(`--vscode-${name}`).trim() || otherwise;

  /** The number that a value is, if it is one. */
  function numberOf(text) {
    return text !== null && text !== undefined && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : undefined;
  }

  /** The change that made what the value is at a time. */
  function changeAt(time) {
    let found;
    shown.changes.forEach((change, at) => {
      if (change.time < time) {
        found = at;
      }
    });
    return found;
  }

  function list() {
    const here = changeAt(shown.now);
    rows.replaceChildren(
      ...shown.changes.map((change, at) => {
        const row = document.createElement("div");
        row.className = at === here ? "row here" : "row";
        const value = change.contents || `${change.old || "nothing"} → ${change.new || "nothing"}`;
        row.append(element("time", String(change.time)), element("place", `${change.file}:${change.line}`), element("value", value));
        row.addEventListener("click", () => vscode.postMessage({ kind: "goto", time: change.time }));
        return row;
      }),
    );
  }

  function plot() {
    const points = shown.changes.map((change) => ({ time: change.time, value: numberOf(change.new) }));
    const known = points.filter((point) => point.value !== undefined);
    canvas.style.display = known.length > 1 ? "block" : "none";
    if (known.length < 2) {
      return;
    }
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * scale;
    canvas.height = height * scale;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const values = known.map((point) => point.value);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const [first, last] = [known[0].time, Math.max(known[known.length - 1].time, shown.now || 0)];
    const x = (time) => 4 + ((time - first) / Math.max(1, last - first)) * (width - 8);
    const y = (value) => height - 14 - ((value - low) / (high - low || 1)) * (height - 28);
    // A value stays until it changes.
    pen.strokeStyle = colour("charts-blue", "#3794ff");
    pen.lineWidth = 2;
    pen.beginPath();
    known.forEach((point, at) => {
      if (at === 0) {
        pen.moveTo(x(point.time), y(point.value));
      } else {
        pen.lineTo(x(point.time), y(known[at - 1].value));
        pen.lineTo(x(point.time), y(point.value));
      }
    });
    pen.lineTo(x(last), y(known[known.length - 1].value));
    pen.stroke();
    pen.fillStyle = colour("foreground", "#ccc");
    pen.font = "11px sans-serif";
    pen.fillText(String(high), 4, 10);
    pen.fillText(String(low), 4, height - 2);
    if (shown.now !== undefined && shown.now >= first) {
      pen.fillRect(x(shown.now), 0, 1, height);
    }
    canvas.onclick = (event) => {
      const wanted = known.reduce((best, point) =>
        Math.abs(x(point.time) - event.offsetX) < Math.abs(x(best.time) - event.offsetX) ? point : best,
      );
      vscode.postMessage({ kind: "goto", time: wanted.time });
    };
  }

  function show() {
    head.replaceChildren(element("where", shown.expression), element("note", shown.note || `${shown.changes.length} changes`));
    list();
    plot();
  }

  window.addEventListener("resize", () => shown && plot());
  window.addEventListener("message", ({ data }) => {
    if (data.kind === "history") {
      shown = data;
      show();
    } else if (data.kind === "now" && shown) {
      shown.now = data.time;
      show();
    }
  });
  canvas.style.display = "none";
  head.replaceChildren(element("note", "Choose “History of This Value” on a variable or a name."));
  vscode.postMessage({ kind: "ready" });
})();
