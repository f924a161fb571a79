import { call, change, get, withSessions } from "./api.js";
import { at, button, data, el, fill } from "./dom.js";
import { readScripts } from "./script.js";

const rowsMax = 1000;

/** The table of routes, what `check` and `explore` find, and what a session or scripts cover. */
export class Routes {
  constructor(page) {
    this.page = page;
    this.routes = [];
    this.count = 0;
    this.missing = null;  // How many routes of each path were not opened.
    at("route-text").addEventListener("input", () => this.render());
    at("findings-load").addEventListener("click", (event) =>
      this.report(event.target, at("findings"), async () => this.findings(await get("/findings"))));
    at("coverage-load").addEventListener("click", (event) =>
      this.report(event.target, at("coverage"), async () => {
        const { name } = page.session;
        this.coverage(["The session ", data(name, "strong"), " uses"], await coverageOf([name]));
      }));
    at("coverage-files").addEventListener("change", async (event) => {
      await this.cover(event.target.files);
      event.target.value = "";
    });
  }

  async load() {
    const answer = await this.page.attempt(() => call("routes"));
    if (!answer) return;
    this.routes = answer.routes;
    this.count = answer.count;
    this.page.place.setRoutes(this.routes);
    this.render();
  }

  forget() {
    this.missing = null;
    fill(at("coverage"));
    this.render();
  }

  async report(control, box, action) {
    control.disabled = true;
    fill(box, el("p", { class: "quiet" }, "Working…"));
    try {
      await action();
    } catch (error) {
      fill(box, el("p", { class: "warning" }, data(error.message), " ", data(error.advice ?? "")));
    }
    control.disabled = false;
  }

  /** Measures what scripts cover together. Each runs in a session of its own. */
  async cover(files) {
    if (this.page.isReadOnly || !files.length) return;
    await this.report(at("coverage-files"), at("coverage"), async () => {
      const scripts = await readScripts(files);
      await withSessions(scripts.length, async (names) => {
        const failures = [];
        for (const [index, { name, text }] of scripts.entries()) {
          const answer = await change("source", { session: names[index], script: text });
          for (const one of [...answer.findings ?? [], answer.stopped]) {
            if (one) failures.push(`${name}:${one.line ?? ""}: ${one.message}`);
          }
        }
        const list = scripts.map(({ name }) => name).join(", ");
        this.coverage([data(list, "strong"), scripts.length > 1 ? " use together" : " uses"],
          await coverageOf(names), failures);
      });
    });
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

  /**
   * @param heading What the coverage is of.
   * @param failures What failed in scripts.
   */
  coverage(heading, lines, failures = []) {
    const total = lines.find((line) => line.coverage);
    if (!total) {
      fill(at("coverage"), el("p", { class: "quiet" }, "There are no events to measure."));
      return;
    }
    const left = lines.filter((line) => line.kind && line.name);
    this.missing = new Map();
    for (const { kind, name } of left) {
      if (kind === "route") this.missing.set(name, (this.missing.get(name) ?? 0) + 1);
    }
    fill(at("coverage"),
      el("p", { class: "inline" }, el("span", {}, heading),
        el("span", { class: "spring" }),
        button("Close", () => this.forget(), { class: "ghost small" })),
      el("ul", { class: "plain meters" },
        ["routes", "screens", "taps", "gates", "coordinators"].map((name) => {
          const { covered, total: all, percent } = total[name];
          return el("li", {}, el("span", {}, name), el("meter", { min: "0", max: "100",
            value: percent ?? 0, "aria-label": name }),
          el("span", { class: "quiet" }, `${covered} of ${all}`));
        })),
      failures.length ? el("ul", { class: "plain warning" },
        failures.map((one) => el("li", {}, data(one)))) : null,
      left.length ? el("details", {}, el("summary", {}, `${left.length} parts are left out`),
        el("ul", { class: "plain left" }, left.map((one) => el("li", {},
          el("span", { class: "tag" }, one.kind), " ", data(one.name),
          one.screen ? [el("span", { class: "quiet" }, " of "), data(one.screen)] : null,
          one.file ? [" ", data(`${one.file}:${one.line ?? ""}`, "span", "data quiet")] : null))))
        : null);
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
    const number = (count) => count.toLocaleString("en");
    at("routes-total").textContent =
      `${shown.length === this.count ? "" : `${number(shown.length)} of `}${number(this.count)}${
        shown.length > rowsMax ? `, of which the first ${number(rowsMax)} follow` : ""}`;
    fill(at("route-rows"), shown.slice(0, rowsMax).map((one) => el("tr", {},
      el("td", {}, button(data(one.route), () => this.page.linkBox.focus(one.route),
        { class: "path", "data-key": `route ${one.route} ${one.name}`,
          title: "Put it into the link box" }),
      this.isMissing(one) ? el("span", { class: "tag" }, "not opened") : null),
      el("td", {}, target(one)),
      el("td", {}, owner(one)),
      el("td", {}, one.gates.map((gate) => el("span", { class: "tag" }, data(gate)))),
      data(one.plugin ?? "", "td"))));
  }
}

/** What a link of a route opens. */
function target({ screen, redirect, as }) {
  if (redirect) return [el("span", { class: "quiet" }, "→ "), data(redirect)];
  if (screen) return data(screen);
  return el("span", { class: "quiet" }, as === "outside" ? "opens the browser" : "is refused");
}

/** Where a route shows its screen. */
function owner({ screen, coordinator, as }) {
  if (coordinator) return [data(coordinator), el("span", { class: "quiet" }, ` ${as}`)];
  const place = as === "sheet" || as === "cover" ? "above the visible screen"
    : "on the visible stack, from outside on the first";
  return screen ? el("span", { class: "quiet" }, `${as} ${place}`) : null;
}

/** The lines of a report about what sessions cover together. */
function coverageOf(sessions) {
  const items = sessions.map((name) => `session=${encodeURIComponent(name)}`);
  return get(`/coverage?${items.join("&")}`);
}
