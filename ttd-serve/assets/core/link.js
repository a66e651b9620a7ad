// The connection to the debugger: one WebSocket, one JSON object a message.
//
// A request has a number; its answer, error, parts and progress come back with this number. A request may name a slot:
// a newer one of the same slot cancels it, so that nobody waits for a moment that is no longer looked at.

/** Thrown where a request was cancelled or superseded: nothing that a user must hear of. */
export class Cancelled extends Error {}

/** Thrown where the debugger answered with an error, or is gone. Its message is one line for the user. */
export class Refused extends Error {}

export class Link {
  #socket = null;
  #next = 1;
  #waiting = new Map();
  #slots = new Map();
  #watchers = new Set();

  /** `open`, `closed` or `connecting`. */
  state = 'closed';

  /** @param {{changed(names: string[], run: object|null): void, state(state: string, why: string): void}} listener */
  constructor(listener) {
    this.listener = listener;
  }

  /** Connects, anew if need be. Resolves when messages can be sent. */
  connect() {
    this.#set('connecting', '');
    const url = new URL('ws', location.href);
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    url.hash = url.search = '';
    const socket = new WebSocket(url);
    this.#socket = socket;
    return new Promise((resolve, reject) => {
      socket.onopen = () => {
        this.#set('open', '');
        resolve();
      };
      socket.onmessage = (event) => this.#receive(event.data);
      socket.onclose = () => {
        if (this.#socket !== socket) return;
        const why = 'The connection to ttd-py is lost: it has ended, or another program took its place.';
        this.#fail(why);
        this.#set('closed', why);
        reject(new Refused(why));
      };
    });
  }

  /** Ends the connection, as a network that fails does. */
  drop() {
    this.#socket?.close();
  }

  /**
   * Asks the debugger.
   * @param {string} request the name of the request
   * @param {object} args its arguments
   * @param {{slot?: string, onPart?: (part: object) => void, onProgress?: (progress: object) => void}} how
   * @returns {Promise<object>} the answer
   */
  ask(request, args = {}, how = {}) {
    if (this.state !== 'open') return Promise.reject(new Refused('There is no connection to ttd-py.'));
    if (how.slot) this.cancel(how.slot);
    const id = this.#next++;
    const promise = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, request, since: performance.now(), ...how });
    });
    if (how.slot) this.#slots.set(how.slot, id);
    this.#socket.send(JSON.stringify({ id, request, ...args }));
    this.#report();
    return promise;
  }

  /** Cancels what waits in a slot. */
  cancel(slot) {
    const id = this.#slots.get(slot);
    if (id !== undefined) this.cancelRequest(id);
  }

  /** Cancels a request by its number. A command is interrupted and still answers; all else is forgotten. */
  cancelRequest(id) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (this.state === 'open') this.#socket.send(JSON.stringify({ cancel: id }));
    if (waiting.request === 'command') return;
    this.#forget(id, waiting);
    waiting.reject(new Cancelled());
  }

  /** Requests that wait: `id`, `request`, `since` (milliseconds), `progress`. */
  get waiting() {
    return [...this.#waiting].map(([id, { request, since, progress }]) => ({ id, request, since, progress }));
  }

  /** Calls a function whenever what waits has changed. */
  onWaiting(watcher) {
    this.#watchers.add(watcher);
  }

  #receive(text) {
    const message = JSON.parse(text);
    if (message.changed) {
      this.listener.changed(message.changed, message.run ?? null);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (message.progress) {
      waiting.progress = message.progress;
      waiting.onProgress?.(message.progress);
      this.#report();
    } else if (message.part) {
      waiting.onPart?.(message.part);
    } else {
      this.#forget(message.id, waiting);
      if (message.error === 'superseded' || message.error === 'cancelled') waiting.reject(new Cancelled());
      else if (message.error !== undefined) waiting.reject(new Refused(String(message.error)));
      else waiting.resolve(message.answer);
    }
  }

  #forget(id, waiting) {
    this.#waiting.delete(id);
    if (waiting.slot && this.#slots.get(waiting.slot) === id) this.#slots.delete(waiting.slot);
    this.#report();
  }

  #fail(why) {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#slots.clear();
    for (const { reject } of waiting) reject(new Refused(why));
    this.#report();
  }

  #set(state, why) {
    this.state = state;
    this.listener.state(state, why);
  }

  #report() {
    for (const watcher of this.#watchers) watcher();
  }
}
