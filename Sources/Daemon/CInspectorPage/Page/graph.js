import { at, data, fill } from "./dom.js";

const scales = [50, 75, 100, 150, 200, 300];

/** The picture of the app, with what the session has visited marked. */
export class Graph {
  constructor(page) {
    this.page = page;
    this.scale = 2;
    this.picture = at("picture");
    at("subject").addEventListener("change", () => this.load());
    at("larger").addEventListener("click", () => this.zoom(1));
    at("smaller").addEventListener("click", () => this.zoom(-1));
    this.picture.addEventListener("load", () => {
      this.zoom(0);
      page.busy(at("graph"), false);
    });
    this.picture.addEventListener("error", () => {
      page.busy(at("graph"), false);
      page.notice("The graph could not be drawn. Is Graphviz ('dot') installed?", true);
    });
  }

  zoom(by) {
    this.scale = Math.max(0, Math.min(scales.length - 1, this.scale + by));
    const width = this.picture.naturalWidth * scales[this.scale] / 100;
    if (width) this.picture.style.width = `${Math.round(width)}px`;
  }

  /** Draws again after a change, at most every half a second. */
  refresh() {
    if (document.body.dataset.view !== "graph") return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), 500);
  }

  load() {
    const { session } = this.page;
    if (!session) return;
    const subject = at("subject");
    const name = encodeURIComponent(session.name);
    this.page.busy(at("graph"), true);
    const screen = this.page.place.state?.show;
    fill(at("now"), screen ? ["now at ", data(screen.screen, "strong"), " in ",
      data(screen.coordinator)] : null);
    this.picture.alt = `Graph: ${subject.selectedOptions[0].textContent}`;
    this.picture.src = `/graph.svg?session=${name}&of=${subject.value}&seq=${session.lastSeq}`;
  }
}
