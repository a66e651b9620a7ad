// Values beside the source: those of the names on the lines of the function up to where it stands.
"use strict";

const vscode = require("vscode");

/** Lines that are looked at above the present one. */
const LINES = 60;

/** Words that are no variables. */
const WORDS = new Set(
  ("False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda match nonlocal not or pass raise return try while with yield self cls").split(" "),
);

/** Strings and comments, which are passed over, or a name that is no attribute and no function that is called. */
const TOKENS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*|(?<![\w.])([A-Za-z_]\w*)(?!\w*\s*\()/g;

class InlineValues {
  provideInlineValues(document, viewPort, context) {
    const stop = context.stoppedLocation.end.line;
    const found = [];
    const first = Math.max(viewPort.start.line, stop - LINES, functionStart(document, stop));
    for (let number = first; number <= Math.min(stop, viewPort.end.line); number++) {
      const seen = new Set();
      const text = document.lineAt(number).text;
      for (const match of text.matchAll(TOKENS)) {
        const name = match[1];
        if (name && !WORDS.has(name) && !seen.has(name)) {
          seen.add(name);
          const range = new vscode.Range(number, match.index, number, match.index + name.length);
          found.push(new vscode.InlineValueVariableLookup(range, name, true));
        }
      }
    }
    return found;
  }
}

/** The line at which the function around a line begins; the beginning of the file if there is none. */
function functionStart(document, line) {
  let indentation = document.lineAt(line).firstNonWhitespaceCharacterIndex;
  for (let number = line; number >= 0 && indentation > 0; number--) {
    const text = document.lineAt(number);
    if (text.isEmptyOrWhitespace || text.firstNonWhitespaceCharacterIndex >= indentation) {
      continue;
    }
    if (/^\s*(async\s+)?def\b/.test(text.text)) {
      return number;
    }
    indentation = text.firstNonWhitespaceCharacterIndex;
  }
  return 0;
}

function activate(context) {
  const provider = vscode.languages.registerInlineValuesProvider({ language: "python" }, new InlineValues());
  context.subscriptions.push(provider);
}

module.exports = { activate };
