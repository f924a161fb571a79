import { at, button, data, download, el, fill, say, visible } from "./dom.js";
import { Comparison } from "./compare.js";

const height = 30;  // Pixels of a row, as in page.css.

/** The list of a session's events. Only visible rows are in the document. */
export class Timeline {
  constructor(page) {
    this.page = page;
    this.box = at("rows");
    this.inner = el("div", { class: "inner", role: "presentation" });
    this.box.append(this.inner);
    this.events = [];
    this.matches = [];
    this.checked = 0;  // How many events the filter has seen.
    this.selected = null;
    this.marked = null;
    this.follows = true;
    this.comparison = new Comparison(page);
    this.commands = new Set();
    this.outcomes = new Set();
    this.box.addEventListener("scroll", () => {
      this.follows = this.box.scrollTop + this.box.clientHeight >= this.box.scrollHeight - height;
      this.draw();
    });
    new ResizeObserver(() => {
      if (this.selected) this.reveal();
      else if (this.follows) this.box.scrollTop = this.box.scrollHeight;
      this.draw();
    }).observe(this.box);
    this.box.addEventListener("click", (event) => {
      const row = event.target.closest("[data-seq]");
      if (row) this.select(this.indexOf(Number(row.dataset.seq)));
    });
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    for (const id of ["text", "kind", "outcome"]) {
      at(id).addEventListener("input", () => this.filter());
    }
    this.options(at("kind"), "all commands", this.commands);
    this.options(at("outcome"), "all outcomes", this.outcomes);
    at("save-lines").addEventListener("click", () => this.saveLines());
    at("save-script").addEventListener("click", async () => {
      const answer = await page.attempt(() => page.session.call("save"));
      if (answer) download(`${page.session.name}.nav`, answer.script);
    });
  }

  saveLines() {
    download(`${this.page.session.name}.jsonl`,
      this.events.filter((event) => event.text).map((event) => `${event.text}\n`).join(""));
  }

  /** Says which events cannot be shown. */
  renderMissing({ missing }) {
    if (missing === this.missing) return;
    this.missing = missing;
    const box = at("missing");
    box.hidden = !missing;
    fill(box, missing && `Events 1–${missing.toLocaleString("en")} are no longer kept.`,
      missing && button("Download the others", () => this.saveLines(),
        { class: "small", "data-key": "save" }));
  }

  options(select, all, names) {
    const value = select.value;
    fill(select, el("option", { value: "" }, all),
      [...names].sort().map((name) => el("option", { value: name }, visible(name))));
    select.value = value;
  }

  show(session) {
    this.events = session.events;
    this.selected = null;
    this.marked = null;
    this.follows = true;
    this.commands.clear();
    this.outcomes.clear();
    this.filter();
    this.renderDetail();
  }

  filter() {
    this.matches = [];
    this.checked = 0;
    this.update();
    this.draw();
  }

  /** Adds the events that have arrived since the last call. */
  update() {
    const session = this.page.session;
    if (!session) return;
    if (session.events !== this.events) {
      this.show(session);
      return;
    }
    this.renderMissing(session);
    const text = at("text").value.toLowerCase();
    const kind = at("kind").value;
    const outcome = at("outcome").value;
    const names = this.commands.size + this.outcomes.size;
    for (; this.checked < this.events.length; this.checked += 1) {
      const event = this.events[this.checked];
      this.commands.add(event.command);
      if (event.outcome) this.outcomes.add(event.outcome);
      if (kind && event.command !== kind) continue;
      if (outcome && event.outcome !== outcome) continue;
      if (text && !event.line.toLowerCase().includes(text)
        && !event.summary.toLowerCase().includes(text)
        && !event.who.toLowerCase().includes(text)) continue;
      this.matches.push(event);
    }
    if (this.commands.size + this.outcomes.size !== names) {
      this.options(at("kind"), "all commands", this.commands);
      this.options(at("outcome"), "all outcomes", this.outcomes);
    }
    const all = this.events.length.toLocaleString("en");
    at("total").textContent = this.matches.length === this.events.length ? all
      : `${this.matches.length.toLocaleString("en")} of ${all}`;
    this.inner.style.height = `${this.matches.length * height}px`;
    this.inner.style.setProperty("--digits", String(session.lastSeq).length);
    if (this.follows) this.box.scrollTop = this.box.scrollHeight;
    this.draw();
  }

  indexOf(seq) {
    let low = 0;
    let high = this.matches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.matches[middle].seq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / height) - 4);
    const last = Math.min(this.matches.length,
      Math.ceil((this.box.scrollTop + this.box.clientHeight) / height) + 4);
    const rows = [];
    for (let index = first; index < last; index += 1) rows.push(this.row(index));
    if (!this.matches.length) {
      rows.push(el("p", { class: "quiet empty" }, this.events.length
        ? "No event matches the filter." : "Nothing has happened yet. Open a link above."));
    }
    this.inner.replaceChildren(...rows);
    const row = this.selected && this.inner.querySelector(`[data-seq="${this.selected.seq}"]`);
    if (row) this.box.setAttribute("aria-activedescendant", row.id);
    else this.box.removeAttribute("aria-activedescendant");
  }

  row(index) {
    const event = this.matches[index];
    const session = this.page.session;
    const isHere = session.path[session.position] === event;
    const row = el("div", {
      class: `row${isHere ? " now" : ""}${event === this.marked ? " marked" : ""}${
        event.isRefused ? " refused" : ""}`,
      id: `event-${event.seq}`, role: "option", "data-seq": event.seq,
      "aria-selected": String(event === this.selected), "aria-current": isHere ? "step" : null,
      "aria-posinset": index + 1, "aria-setsize": this.matches.length,
    }, el("span", { class: "seq" }, numberOf(event)),
    el("span", { class: `dot ${event.outcome || "jump"}`, "aria-hidden": "true" }),
    data(event.line, "span", "data line"),
    data(event.summary, "span", "data summary"),
    event.who ? data(event.who, "span", "data who") : null,
    el("span", { class: "outcome" }, event.outcome || "jump"));
    row.style.top = `${index * height}px`;
    return row;
  }

  select(index) {
    const event = this.matches[Math.max(0, Math.min(index, this.matches.length - 1))];
    if (!event) return;
    this.selected = event;
    this.reveal();
    this.draw();
    this.renderDetail();
    say(`${numberOf(event)}: ${event.line}, ${event.outcome || "jump"}`);
  }

  /** Scrolls as little as needed to show the selected event. */
  reveal() {
    const top = this.indexOf(this.selected.seq) * height;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    else if (top + height > this.box.scrollTop + this.box.clientHeight) {
      this.box.scrollTop = top + height - this.box.clientHeight;
    }
  }

  /** Selects the next or previous event; at first the one that the session is at. */
  move(by) {
    if (!this.matches.length) return;
    const { path, position } = this.page.session;
    const here = path[position]?.seq ?? this.page.session.lastSeq;
    this.select(this.selected ? this.indexOf(this.selected.seq) + by : this.indexOf(here));
  }

  pressed(event) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if (event.key in steps) this.move(steps[event.key]);
    else if (event.key === "Home") this.select(0);
    else if (event.key === "End") this.select(this.matches.length - 1);
    else if (event.key === "Enter") this.goto();
    else return;
    event.preventDefault();
  }

  goto() {
    const event = this.selected;
    if (event && this.page.session.canReach(event)) {
      this.page.run("goto", { position: event.position });
    }
  }

  mark() {
    if (!this.selected || this.selected.isRefused) return;
    this.marked = this.marked === this.selected ? null : this.selected;
    this.draw();
    this.renderDetail();
  }

  async copy() {
    const first = this.selected;
    const lines = this.events.slice(this.events.indexOf(first))
      .filter((event) => event.outcome && !event.isRefused).map((event) => event.line);
    try {
      await navigator.clipboard.writeText(`${lines.join("\n")}\n`);
      this.page.notice(`${lines.length} lines copied.`);
    } catch {
      download(`${this.page.session.name}-${Math.ceil(first.seq)}.nav`, `${lines.join("\n")}\n`);
    }
  }

  close() {
    this.selected = null;
    this.renderDetail();
    this.draw();
  }

  renderDetail() {
    const box = at("detail");
    const event = this.selected;
    box.hidden = !event;
    if (!event) {
      fill(box);
      return;
    }
    const change = event.isRefused ? { message: event.summary } : JSON.parse(event.text);
    const canReach = this.page.session.canReach(event);
    const other = this.marked !== event && !event.isRefused ? this.marked : null;
    const result = el("div", { class: "comparison", role: "status" });
    fill(box,
      el("div", { class: "inline" },
        el("strong", {}, event.isRefused ? "refused" : `#${event.seq}`), data(event.line, "code"),
        el("span", { class: "spring" }),
        button("Close", () => this.close(), { class: "ghost small", "data-key": "close" })),
      (change.transitions ?? []).length
        ? el("ol", { class: "plain transitions" }, change.transitions.map(transition))
        : el("p", { class: "quiet" }, change.position === undefined ? "No transition."
          : `The session is at position ${change.position}.`),
      change.message ? data(change.message, "p") : null,
      el("div", { class: "inline" },
        canReach ? this.page.changer("Go to here", "goto", { position: event.position },
          { "data-key": "goto", "aria-keyshortcuts": "g" })
          : el("span", { class: "quiet" },
            event.isRefused ? "It changed nothing." : "No longer part of the history."),
        button("Copy script from here", () => this.copy(), { "data-key": "copy" }),
        event.isRefused ? null
          : button(this.marked === event ? "Unmark" : "Mark to compare", () => this.mark(),
            { "data-key": "mark", "aria-pressed": String(this.marked === event),
              "aria-keyshortcuts": "m", class: "changes" }),
        other ? button(`Compare with #${other.seq}`,
          () => this.comparison.show(result, ...[other, event].sort((a, b) => a.seq - b.seq)),
          { "data-key": "compare", class: "primary changes" }) : null),
      result);
  }
}

/** The number of a change; a link that was refused has none. */
function numberOf(event) {
  return event.isRefused ? "–" : String(event.seq);
}

function transition(one) {
  const place = (screen) => data(screen.screen, "strong");
  return el("li", {},
    el("span", { class: "tag" }, one.kind), " ",
    one.from ? [place(one.from), el("span", { class: "quiet" }, " → ")] : null,
    one.to ? place(one.to) : null,
    one.child ? data(one.child, "strong") : null,
    one.gate ? el("span", {}, " gate ", data(one.gate, "strong")) : null,
    one.subject ? el("span", {}, " by ", data(one.subject)) : null,
    one.link ? [" ", data(one.link, "code")] : null,
    one.why ? el("span", { class: "quiet" }, " ", data(one.why)) : null,
    one.coordinator ? el("span", { class: "quiet" }, " in ", data(one.coordinator)) : null);
}
