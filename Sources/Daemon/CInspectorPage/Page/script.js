import { at, button, data, el, fill } from "./dom.js";

const bytesMax = 256 * 1024;

/** A dropped or chosen script, run one line at a time. */
export class ScriptPlayer {
  constructor(page) {
    this.page = page;
    this.lines = [];
    at("file").addEventListener("change", (event) => {
      this.load(event.target.files[0]);
      event.target.value = "";
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.load(event.dataTransfer.files[0]);
    });
  }

  async load(file) {
    if (!file) return;
    if (file.size > bytesMax) {
      this.page.notice(`The script has more than ${bytesMax / 1024} KiB.`, true);
      return;
    }
    const text = await file.text();
    this.name = file.name;
    this.lines = text.split(/\r?\n/).map((line) => line.trim())
      .filter((line) => line && !line.startsWith("#"))
      .map((line) => ({ line, result: null, failed: false }));
    this.next = 0;
    this.page.view("timeline");
    this.render();
  }

  async step() {
    const one = this.lines[this.next];
    if (!one || this.isBusy) return false;
    this.isBusy = true;
    const answer = await this.page.attempt(() =>
      this.page.session.change("command", { line: one.line }));
    this.isBusy = false;
    if (!answer) return false;
    one.failed = Boolean(answer.json?.error);
    one.result = (answer.json?.error?.message ?? answer.text).split("\n", 1)[0];
    this.next += 1;
    this.render();
    return !one.failed;
  }

  async rest() {
    while (this.next < this.lines.length && await this.step());
  }

  render() {
    const box = at("script");
    box.hidden = !this.lines.length;
    const isDone = this.next >= this.lines.length;
    fill(box, el("div", { class: "inline" },
      data(this.name, "strong"),
      el("span", { class: "quiet" }, `${this.next} of ${this.lines.length} lines`),
      el("span", { class: "spring" }),
      button("Step", () => this.step(), { "data-key": "step", class: "changes", disabled: isDone }),
      button("Run the rest", () => this.rest(),
        { "data-key": "rest", class: "changes", disabled: isDone }),
      button("Close", () => {
        this.lines = [];
        this.render();
      }, { class: "ghost small", "data-key": "end" })),
    el("ol", { class: "plain script" }, this.lines
      .map((one, index) => ({ ...one, index }))
      .slice(Math.max(0, this.next - 20), this.next + 30)
      .map((one) => el("li", { "aria-current": one.index === this.next ? "step" : null,
        class: one.index < this.next ? "done" : "" },
      data(one.line, "code"), one.result === null ? null
        : data(` ${one.result}`, "span", one.failed ? "data error" : "data quiet")))));
  }
}
