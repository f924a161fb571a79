import { getPicture } from "./api.js";
import { at, data, el, fill } from "./dom.js";

const scales = [50, 75, 100, 150, 200, 300];

/** The picture of the app, with what the session has visited and the visible screen marked. */
export class Graph {
  constructor(page) {
    this.page = page;
    this.scale = 2;
    this.turn = 0;
    this.box = at("canvas");
    at("subject").addEventListener("change", () => this.load());
    at("larger").addEventListener("click", () => this.zoom(1));
    at("smaller").addEventListener("click", () => this.zoom(-1));
  }

  zoom(by) {
    this.scale = Math.max(0, Math.min(scales.length - 1, this.scale + by));
    if (!this.picture) return;
    // Graphviz gives points.
    const width = parseFloat(this.picture.getAttribute("width")) * 4 / 3 * scales[this.scale] / 100;
    this.picture.style.width = `${Math.round(width)}px`;
  }

  /** Draws again after a change, at most every half a second. */
  refresh() {
    if (document.body.dataset.view !== "graph") return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), 500);
  }

  async load() {
    const { session } = this.page;
    if (!session) return;
    this.turn += 1;
    const turn = this.turn;
    this.page.busy(at("graph"), true);
    let note = null;
    const picture = await this.page.attempt(async () => {
      try {
        return await getPicture(`${this.path()}&session=${encodeURIComponent(session.name)}`);
      } catch (error) {
        // The session is too long for a script, or its routes have changed.
        if (error.code !== "session/script") throw error;
        note = `What was visited is not marked: ${error.message}.`;
        return getPicture(this.path());
      }
    });
    if (turn !== this.turn) return;
    this.page.busy(at("graph"), false);
    if (picture) this.show(picture, note);
  }

  path() {
    return `/graph.svg?of=${at("subject").value}`;
  }

  show(picture, note) {
    const hadPicture = this.picture?.dataset.subject === at("subject").value;
    this.picture = picture;
    picture.dataset.subject = at("subject").value;
    for (const one of picture.querySelectorAll("[id]")) one.removeAttribute("id");
    picture.removeAttribute("height");
    picture.setAttribute("role", "img");
    this.zoom(0);
    fill(this.box, picture);
    const { state, visible } = this.page.place;
    const labels = visible ? this.labels(visible) : [];
    // The names of nodes are only numbers; a browser would show them as tooltips.
    for (const one of picture.querySelectorAll("title")) one.remove();
    for (const one of labels) mark(one);
    const name = `Graph: ${at("subject").selectedOptions[0].textContent}`;
    picture.setAttribute("aria-label", labels.length
      ? `${name}; the session is at ${visible.screen} in ${state.show.coordinator}` : name);
    fill(at("now"), visible ? [el("span", { class: "tag accent" }, "now"), " ",
      data(visible.screen, "strong"), " in ", data(state.show.coordinator),
      labels.length ? null : ", which is not in this picture"] : null);
    fill(at("visited"), note ?? "✓ visited by this session");
    if (labels.length && !hadPicture) this.reveal(labels[0]);
  }

  /** The texts that name a screen: where the coordinator of its route has it, else all of them. */
  labels({ screen, route }) {
    const opener = this.page.routes.routes.find((one) =>
      one.route === route && one.screen === screen);
    const owner = opener?.coordinator ?? "the visible stack";
    const isTree = this.picture.dataset.subject === "tree";
    const clusters = new Map([...this.picture.querySelectorAll(".cluster")].map((one) =>
      [one.querySelector("title").textContent, textOf(one.querySelector("text")).split(", ")]));
    const found = [];
    for (const node of this.picture.querySelectorAll(isTree ? ".coordinator" : ".node.screen")) {
      const texts = [...node.querySelectorAll("text")];
      const isName = (text) => text.getAttribute("font-weight") === "bold";
      const label = texts.find((text) => textOf(text) === screen && isName(text) !== isTree);
      if (!label) continue;
      const cluster = [...node.classList].find((name) => clusters.has(name));
      const owners = isTree ? [textOf(texts.find(isName))] : clusters.get(cluster) ?? [];
      found.push({ label, isOwned: owners.includes(owner) });
    }
    const owned = found.filter((one) => one.isOwned);
    return (owned.length ? owned : found).map((one) => one.label);
  }

  /** Scrolls to a label that is outside of the visible part. */
  reveal(label) {
    const inner = label.getBoundingClientRect();
    const outer = this.box.getBoundingClientRect();
    if (inner.left < outer.left || inner.right > outer.right) {
      this.box.scrollLeft += inner.left - outer.left - outer.width / 2;
    }
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      this.box.scrollTop += inner.top - outer.top - outer.height / 2;
    }
  }
}

/** A text of a picture without the mark of what was visited. */
function textOf(text) {
  return text.textContent.replaceAll("\u00a0", " ").replace(/^✓ /, "").trim();
}

function mark(label) {
  const { x, y, width, height } = label.getBBox();
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({
    x: x - 3, y: y - 1, width: width + 6, height: height + 2, rx: 4, class: "here",
  })) frame.setAttribute(name, value);
  label.classList.add("here");
  label.before(frame);
}
