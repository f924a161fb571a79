import { at, button, data, el, fill } from "./dom.js";

const bytesMax = 256 * 1024;
const filesMax = 50;

/** The texts of files, each with its name. */
export async function readScripts(files) {
  if (files.length > filesMax) throw new Error(`At most ${filesMax} scripts can be read at once`);
  return Promise.all([...files].map(async (file) => {
    if (file.size > bytesMax) {
      throw new Error(`'${file.name}' has more than ${bytesMax / 1024} KiB`);
    }
    return { name: file.name, text: await file.text() };
  }));
}

/** A dropped or chosen script, run one line at a time. */
export class ScriptPlayer {
  constructor(page) {
    this.page = page;
    this.lines = [];
    at("file").addEventListener("change", async (event) => {
      const { files } = event.target;
      await this.load(files);
      event.target.value = "";
    });
    addEventListener("dragover", (event) => this.dragged(event));
    addEventListener("drop", (event) => this.dropped(event));
  }

  /** Files can be dropped anywhere; other things only where the browser accepts them. */
  dragged(event) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dragging");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => document.body.classList.remove("dragging"), 200);
  }

  dropped(event) {
    const { files } = event.dataTransfer;
    if (!files.length) return;
    event.preventDefault();
    if (document.body.dataset.view === "routes") this.page.routes.cover(files);
    else this.load(files);
  }

  async load(files) {
    if (this.page.isReadOnly || !files.length) return;
    const scripts = await this.page.attempt(() => readScripts([files[0]]));
    if (!scripts) return;
    if (files.length > 1) this.page.notice("One script is replayed at a time: this is the first.");
    const [{ name, text }] = scripts;
    this.name = name;
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
