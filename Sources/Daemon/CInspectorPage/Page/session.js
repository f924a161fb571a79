import { call, change, sender } from "./api.js";

/** What the page knows of the session it shows: all of its changes, and where they left it. */
export class Session extends EventTarget {
  constructor(name) {
    super();
    this.name = name;
    this.events = [];  // In the order of their `seq`.
    this.lastSeq = 0;
    this.path = [];  // The event at each position of the history, undone ones included; 1 is first.
    this.position = 0;  // Null if the history began before the first event that is known.
    this.instance = null;
    this.stream = null;
    this.isOver = false;
    this.last = Promise.resolve();
  }

  start() {
    this.connect(this.lastSeq);
  }

  /** Ends the stream. `start` continues after the last change that arrived. */
  stop() {
    this.stream?.close();
    this.stream = null;
  }

  connect(from) {
    this.stop();
    const name = encodeURIComponent(this.name);
    const stream = new EventSource(`/events?session=${name}&from=${from}`);
    this.stream = stream;
    const on = (type, listener) => stream.addEventListener(type, (event) => {
      if (this.stream === stream) listener(JSON.parse(event.data), event.data);
    });
    on("change", (data, text) => this.add(data, text));
    on("session", () => this.notify("state"));
    on("daemon", (data) => this.greet(data));
    on("viewers", (data) => this.notify("viewers", data.viewers));
    on("routes", (data) => this.notify("routes", data));
    on("mode", (data) => this.notify("mode", data));
    on("gone", (data) => this.end(data));
    stream.addEventListener("error", () => {
      if (this.stream === stream) this.notify("daemon", { connected: false });
    });
  }

  notify(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  greet(data) {
    const instance = data.greeting?.instance ?? null;
    if (instance && this.instance && instance !== this.instance) this.anchor();
    if (instance) this.instance = instance;
    this.notify("daemon", data);
  }

  end(data) {
    this.stop();
    if (data.reason === "too-old" && Number.isInteger(data.oldest) && data.oldest > this.lastSeq) {
      this.lastSeq = data.oldest;
      this.anchor();
      this.connect(data.oldest);
    } else if (data.reason === "too-new") {
      // The session was created again: it has fewer changes than this page has seen.
      this.events = [];
      this.path = [];
      this.position = 0;
      this.lastSeq = 0;
      this.connect(0);
      this.notify("events");
    } else {
      this.isOver = true;
      this.notify("gone", data);
    }
  }

  /** Finds the position in a history whose beginning is unknown, from the session's script. */
  async anchor() {
    this.path = [];
    this.position = null;
    try {
      const { script, seq } = await call("save", { session: this.name });
      const lines = script.split("\n").filter((line) => line && !line.startsWith("#"));
      if (seq === this.lastSeq && this.position === null) {
        this.position = lines.filter((line) => line !== "cold").length;
        this.notify("events");
      }
    } catch {
      this.position = null;
    }
  }

  add(data, text) {
    if (data.seq <= this.lastSeq) return;
    this.lastSeq = data.seq;
    const event = {
      seq: data.seq,
      line: data.event.line,
      command: data.event.line.split(" ", 1)[0],
      who: sender(data.event.requestId),
      outcome: data.outcome ?? "",
      summary: summaryOf(data),
      text,
      position: null,
      parent: null,
    };
    if (Number.isInteger(data.position)) {
      if (event.command === "load") this.path = [];
      this.position = data.position;
      event.parent = this.path[this.position] ?? null;
      event.isJump = true;
    } else if (event.outcome && this.position !== null) {
      event.parent = this.path[this.position] ?? null;
      event.isRooted = this.position === 0;
      this.position += 1;
      this.path.length = this.position;
      this.path[this.position] = event;
    } else if (!event.outcome) {
      this.path = [];
      this.position = null;
    }
    event.position = this.position;
    this.events.push(event);
    this.notify("events");
    this.notify("state");
  }

  /** Whether `goto` can lead to the state after the event. */
  canReach(event) {
    return event.position !== null
      && (event.position === 0
        || (this.path[event.position] ?? null) === (event.isJump ? event.parent : event))
      && event.position < Math.max(this.path.length, (this.position ?? 0) + 1);
  }

  /** The lines that lead to the state after an event, or null if they are not all known. */
  linesUntil(event) {
    const lines = [];
    let one = event.isJump ? event.parent : event;
    if (event.isJump && event.position === 0) return [];
    while (one) {
      lines.push(one.line);
      if (one.isRooted) return lines.reverse();
      one = one.parent;
    }
    return null;
  }

  /** Calls a method that changes the session, after those before: requests can overtake others. */
  change(method, params = {}) {
    const answer = this.last.then(() => change(method, { session: this.name, ...params }));
    this.last = answer.catch(() => {});
    return answer;
  }

  call(method, params = {}) {
    return call(method, { session: this.name, ...params });
  }
}

/** One line about a change: the places it left and reached. */
function summaryOf(data) {
  if (Number.isInteger(data.position)) return `position ${data.position}`;
  const parts = [];
  for (const one of data.transitions ?? []) {
    const to = one.to?.screen ?? one.child ?? one.gate ?? one.route ?? "";
    const way = one.kind === "pop" || one.kind === "dismiss" ? "to " : "";
    parts.push(to ? `${one.kind} ${way}${to}` : one.kind);
  }
  if (data.gate && !data.transitions?.length) parts.push(data.gate);
  return parts.join(", ");
}
