import { setViewerName, viewerName } from "./api.js";
import { at, el, fill } from "./dom.js";

const keys = [
  ["/", "link box"],
  ["j, k", "next, previous event"],
  ["g", "go to the selected event"],
  ["m", "mark the selected event to compare it"],
  ["u, r", "undo, redo"],
  ["b", "back"],
  ["f", "filter events"],
  ["arrows, Home, End", "in the tree and the list of events"],
  ["1 to 4", "Place, Timeline, Routes, Graph"],
  ["Esc", "close, leave a field"],
  ["?", "this help"],
];

/** The keys of the page, and the dialog that lists them. */
export class Keys {
  constructor(page) {
    this.page = page;
    this.dialog = at("help-dialog");
    at("help").addEventListener("click", () => this.show());
    addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { target } = event;
    if (this.dialog.open) return;
    const isField = target.matches("input, select, textarea");
    if (event.key === "Escape") {
      if (isField) target.blur();
      else this.page.timeline.close();
      this.page.closeMenus();
      return;
    }
    if (isField) return;
    const { timeline } = this.page;
    const actions = {
      "/": () => this.page.linkBox.focus(),
      j: () => timeline.move(1),
      k: () => timeline.move(-1),
      g: () => timeline.goto(),
      m: () => timeline.mark(),
      u: () => this.page.run("undo"),
      r: () => this.page.run("redo"),
      b: () => this.page.run("back"),
      f: () => {
        this.page.view("timeline");
        at("text").focus();
      },
      1: () => this.page.view("place"),
      2: () => this.page.view("timeline"),
      3: () => this.page.view("routes"),
      4: () => this.page.view("graph"),
      "?": () => this.show(),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : null;
    if (!action) return;
    event.preventDefault();
    action();
  }

  show() {
    const name = el("input", { id: "viewer-name", value: viewerName(), maxlength: "24",
      spellcheck: "false", on: { change: (event) => setViewerName(event.target.value) } });
    const theme = el("select", { id: "theme", on: { change: (event) =>
      this.page.setTheme(event.target.value) } },
    ["system", "light", "dark"].map((one) => el("option",
      { value: one, selected: one === this.page.theme }, one)));
    fill(this.dialog, el("h2", { id: "help-title" }, "Keys and settings"),
      el("dl", { class: "keys" }, keys.map(([key, meaning]) =>
        [el("dt", {}, el("kbd", {}, key)), el("dd", {}, meaning)])),
      el("p", { class: "inline" },
        el("label", { for: "viewer-name" }, "Your name for others"), name),
      el("p", { class: "inline" }, el("label", { for: "theme" }, "Colours"), theme),
      el("form", { method: "dialog" }, el("button", { class: "primary", on: { click: (event) => {
        event.preventDefault();
        this.dialog.close();
      } } }, "Close")));
    this.dialog.showModal();
  }
}
