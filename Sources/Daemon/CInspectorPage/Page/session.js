import { call, change, sender } from "./api.js";

// Browsers draw lists of up to about 17 million pixels; the timeline has 30 a row.
const eventsMax = 500_000;

/** What the page knows of the session it shows: its changes, and where they left it. */
export class Session extends EventTarget {
  constructor(name) {
    super();
    this.name = name;
    this.instance = null;
    this.stream = null;
    this.isOver = false;
    this.last = Promise.resolve();
    this.begin(0);
    this.position = 0;
  }

  /** Forgets all changes up to this one: the page does not have them. */
  begin(seq) {
    // In the order of their `seq`, without gaps; between them links that were refused.
    this.events = [];
    this.lastSeq = seq;
    this.missing = seq;  // How many changes came before the first event.
    // What is at each position of the history, undone events included: an event, or the position
    // alone where the event is not known, as at the beginning.
    this.path = [];
    this.position = null;  // Null until it is known.
    this.oldest = 0;  // The first position that `goto` can reach, as far as is known.
    this.notify("events");
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
    if (instance && this.instance && instance !== this.instance) {
      // A restart forgets undone events, and those before the last snapshot.
      if (this.position !== null) this.path.length = this.position + 1;
      this.locate();
    }
    if (instance) this.instance = instance;
    this.notify("daemon", data);
  }

  end(data) {
    this.stop();
    if (data.reason === "too-old" && Number.isInteger(data.oldest) && data.oldest > this.lastSeq) {
      this.begin(data.oldest);
      this.locate();
      this.connect(data.oldest);
    } else if (data.reason === "too-new") {
      // The session was created again: it has fewer changes than this page has seen.
      this.begin(0);
      this.position = 0;
      this.connect(0);
    } else {
      this.isOver = true;
      this.notify("gone", data);
    }
  }

  /** Asks which positions can be reached, and for the current one if it is not known. */
  async locate() {
    try {
      const { position, oldest, seq } = await this.call("log", { count: 1 });
      this.oldest = oldest;
      this.located = { position, seq };
      this.settle();
    } catch {
      // Nothing can be reached while the daemon is away; it is asked again when it is back.
    }
  }

  /**
   * Gives the events their positions, once all of those that the answer to `locate` counts have
   * arrived. Until then none of them was a jump, which would have said the position.
   */
  settle() {
    if (!this.located || this.position !== null || this.lastSeq < this.located.seq) return;
    const { seq } = this.located;
    const later = this.events.filter((event) =>
      event.seq > seq && event.outcome && !event.isRefused).length;
    this.position = this.located.position + later;
    let position = this.position;
    for (let index = this.events.length - 1; index >= 0; index -= 1) {
      const event = this.events[index];
      if (event.isRefused) continue;
      if (!event.outcome) break;
      event.position = position;
      this.path[position] = event;
      position -= 1;
    }
    for (let one = position + 1; one <= this.position; one += 1) {
      this.path[one].parent = this.at(one - 1);
    }
    this.notify("events");
  }

  /** What is at a position of the history. */
  at(position) {
    this.path[position] ??= { position, parent: null };
    return this.path[position];
  }

  add(data, text) {
    if (data.seq <= this.lastSeq) return;
    if (this.events.length >= eventsMax) {
      this.begin(this.lastSeq);
      this.locate();
    }
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
    this.place(event, data);
    this.events.push(event);
    this.settle();
    this.notify("events");
    this.notify("state");
  }

  /** Adds a link that was refused. It is no change, so the daemon does not count it. */
  refuse(link, reason) {
    if (this.events.length >= eventsMax) return;
    this.events.push({
      seq: Math.max(this.lastSeq, this.events.at(-1)?.seq ?? 0) + 2 ** -20,
      line: `open ${link}`,
      command: "open",
      who: "you",
      outcome: "refused",
      summary: reason,
      position: null,
      parent: null,
      isRefused: true,
    });
    this.notify("events");
  }

  /** Finds the position after an event, and what it follows. */
  place(event, data) {
    if (Number.isInteger(data.position)) {
      if (event.command === "load") this.path = [];
      this.position = data.position;
    } else if (this.position === null) {
      return;
    } else if (event.outcome) {
      event.parent = this.at(this.position);
      this.position += 1;
      this.path.length = this.position;
      this.path[this.position] = event;
    } else if (event.command === "cold") {
      this.at(0).isCold = true;
    } else {
      // Events before a reload cannot be undone.
      this.path = [];
      this.oldest = this.position;
    }
    event.position = this.position;
    event.isJump = !event.outcome;
    event.parent ??= this.at(this.position);
  }

  /** Whether `goto` can lead to the state after the event. */
  canReach(event) {
    return event.position !== null && event.position >= this.oldest
      && this.path[event.position] === (event.isJump ? event.parent : event);
  }

  /** A script that leads to the state after an event. */
  async scriptUntil(event) {
    const events = [];
    let one = event;
    for (; one.parent; one = one.parent) if (!one.isJump) events.push(one);
    events.reverse();
    let start;
    if (one.position === 0 && !one.line) {
      // Only in a session that began cold do links wait in a queue, and is `ready` accepted.
      const isCold = one.isCold || events.some((each) =>
        each.outcome === "queued" || each.command === "ready");
      start = isCold ? ["cold"] : [];
    } else if (one.position !== null && this.path[one.position] === one) {
      const { script, seq } = await this.call("save");
      if (seq !== this.lastSeq) throw new Error("The session has changed. Compare again");
      const lines = script.split("\n").filter((line) => line && !line.startsWith("#"));
      start = lines.slice(0, one.position + (lines[0] === "cold" ? 1 : 0));
    } else {
      throw new Error(`What came before #${event.seq} is not known, so that its state cannot be `
        + "built again");
    }
    return [...start, ...events.map((each) => each.line), ""].join("\n");
  }

  /** Calls a method that changes the session, in order: requests can overtake others. */
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
