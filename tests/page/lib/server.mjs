// The real binary with `-m web`, and the same binary's command loop, which says what is right.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const BINARY = process.env.TTD_PY ?? path.join(ROOT, 'target/debug/ttd-py');
const STARTS_WITHIN = 60_000;

/** The file of a program: of this folder, or of the repository. */
export function programFile(name) {
  return name.includes('/') ? path.join(ROOT, name) : path.join(ROOT, 'tests/page/programs', name);
}

/** A server with a program. */
export class Server {
  #child;
  errors = '';

  static async start(program, mode) {
    const server = new Server();
    server.#child = spawn(BINARY, ['-m', 'web', '--mode', mode, programFile(program)], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.url = await server.#address();
    return server;
  }

  #address() {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no address of the page: ${this.errors}`)), STARTS_WITHIN);
      this.#child.stderr.on('data', (data) => {
        this.errors += data;
        const found = /The page is at (http:\S+)/.exec(this.errors);
        if (!found) return;
        clearTimeout(timer);
        resolve(found[1]);
      });
      this.#child.on('error', reject);
      this.#child.on('exit', (status) => {
        clearTimeout(timer);
        reject(new Error(`it ended with ${status}: ${this.errors}`));
      });
    });
  }

  /** Ends it, as a crash would. */
  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await gone;
  }
}

/**
 * Gives lines to the command loop of the same binary, and returns the answers of each line.
 * @returns {Promise<object[][]>} answers, without prompts and output; first those before any command
 */
export async function answersOf(program, mode, lines) {
  const child = spawn(BINARY, ['-m', mode, '--json', programFile(program)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.end(`${lines.join('\n')}\nquit\n`);
  const answers = [[]];
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = JSON.parse(line);
    if (answer.kind === 'prompt') answers.push([]);
    else if (answer.kind !== 'output') answers.at(-1).push(answer);
  }
  return answers;
}

/** Where each line of a list of motions leads: the times at their stops. */
export async function timesOf(program, mode, lines) {
  const answers = await answersOf(program, mode, lines);
  return answers
    .slice(1, lines.length + 1)
    .map((list) => list.findLast((answer) => answer.kind === 'stop')?.time ?? null);
}
