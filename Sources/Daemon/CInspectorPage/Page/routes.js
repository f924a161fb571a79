import { call, get } from "./api.js";
import { at, button, data, el, fill } from "./dom.js";

/** The table of routes, what `check` and `explore` find, and the session's coverage. */
export class Routes {
  constructor(page) {
    this.page = page;
    this.routes = [];
    this.missing = null;  // How many routes of each path the session has not opened.
    at("route-text").addEventListener("input", () => this.render());
    at("findings-load").addEventListener("click", (event) =>
      this.report(event.target, at("findings"), "/findings", (lines) => this.findings(lines)));
    at("coverage-load").addEventListener("click", (event) =>
      this.report(event.target, at("coverage"),
        `/coverage?session=${encodeURIComponent(page.session.name)}`,
        (lines) => this.coverage(lines)));
  }

  async load() {
    const answer = await this.page.attempt(() => call("routes"));
    if (!answer) return;
    this.routes = answer.routes;
    this.page.place.setRoutes(this.routes);
    this.render();
  }

  forget() {
    this.missing = null;
    fill(at("coverage"));
    this.render();
  }

  async report(control, box, path, show) {
    control.disabled = true;
    fill(box, el("p", { class: "quiet" }, "Working…"));
    try {
      show(await get(path));
    } catch (error) {
      fill(box, el("p", { class: "warning" }, data(error.message), " ", data(error.advice ?? "")));
    }
    control.disabled = false;
  }

  findings(lines) {
    const found = lines.filter((line) => line.message && (line.severity ?? line.verdict));
    fill(at("findings"), found.length
      ? el("ul", { class: "plain findings" }, found.slice(0, 200).map((one) => el("li", {},
        el("span", { class: `tag ${one.severity === "error" ? "bad" : "warn"}` },
          one.severity ?? one.verdict), " ",
        data(one.message), " ",
        one.file ? data(`${one.file}:${one.line ?? ""}`, "span", "data quiet") : null,
        one.advice ? data(one.advice, "div", "data quiet") : null)))
      : el("p", {}, el("span", { class: "tag good" }, "no findings"),
        " check and explore found nothing."));
  }

  coverage(lines) {
    const total = lines.find((line) => line.coverage);
    if (!total) {
      fill(at("coverage"), el("p", { class: "quiet" }, "The session has no events to measure."));
      return;
    }
    this.missing = new Map();
    for (const { kind, name } of lines) {
      if (kind === "route") this.missing.set(name, (this.missing.get(name) ?? 0) + 1);
    }
    fill(at("coverage"), el("ul", { class: "plain meters" },
      ["routes", "screens", "taps", "gates", "coordinators"].map((name) => {
        const { covered, total: all, percent } = total[name];
        return el("li", {}, el("span", {}, name), el("meter", { min: "0", max: "100",
          value: percent ?? 0, "aria-label": name }),
        el("span", { class: "quiet" }, `${covered} of ${all}`));
      })));
    this.render();
  }

  /** Coverage names routes by their paths: those of one path are missing only together. */
  isMissing({ route }) {
    const count = this.missing?.get(route) ?? 0;
    return count > 0 && count === this.routes.filter((one) => one.route === route).length;
  }

  render() {
    const text = at("route-text").value.toLowerCase();
    const shown = this.routes.filter((one) => !text
      || [one.route, one.name, one.screen, one.redirect, one.coordinator, one.plugin, ...one.gates]
        .some((part) => part?.toLowerCase().includes(text)));
    at("routes-total").textContent = shown.length === this.routes.length
      ? String(shown.length) : `${shown.length} of ${this.routes.length}`;
    fill(at("route-rows"), shown.slice(0, 1000).map((one) => el("tr", {},
      el("td", {}, button(data(one.route), () => this.page.linkBox.focus(one.route),
        { class: "path", "data-key": `route ${one.route} ${one.name}`,
          title: "Put it into the link box" }),
      this.isMissing(one) ? el("span", { class: "tag" }, "not opened") : null),
      el("td", {}, one.redirect
        ? [el("span", { class: "quiet" }, "→ "), data(one.redirect)] : data(one.screen ?? "")),
      el("td", {}, one.coordinator ? [data(one.coordinator),
        el("span", { class: "quiet" }, ` ${one.as}`)] : null),
      el("td", {}, one.gates.map((gate) => el("span", { class: "tag" }, data(gate)))),
      data(one.plugin ?? "", "td"))));
  }
}
