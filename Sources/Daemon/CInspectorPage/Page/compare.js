import { call, change, withSessions } from "./api.js";
import { data, el, fill, valuesText } from "./dom.js";

/**
 * What differs between the states after two events. A session cannot be read at an earlier point
 * without moving it, so that each state is built in a session of its own, which is closed again.
 */
export class Comparison {
  constructor(page) {
    this.page = page;
  }

  async show(box, first, second) {
    fill(box, el("p", { class: "quiet" }, "Comparing…"));
    const left = await this.page.attempt(() => this.stateAfter(first));
    const right = left && await this.page.attempt(() => this.stateAfter(second));
    if (!right) {
      fill(box);
      return;
    }
    const names = [...new Set([...left.keys(), ...right.keys()])];
    const rows = names.filter((name) => left.get(name) !== right.get(name));
    fill(box, rows.length ? el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Part"),
        el("th", { scope: "col" }, `After #${first.seq}`),
        el("th", { scope: "col" }, `After #${second.seq}`))),
      el("tbody", {}, rows.map((name) => el("tr", {}, data(name, "th"),
        data(left.get(name) ?? "–", "td", "data removed"),
        data(right.get(name) ?? "–", "td", "data added")))))
      : el("p", {}, "Both points have the same state."));
  }

  async stateAfter(event) {
    const script = await this.page.session.scriptUntil(event);
    return withSessions(1, async ([session]) => {
      if (script) await change("load", { session, script });
      return flat(...await Promise.all(
        ["tree", "gates", "deferred", "show"].map((method) => call(method, { session }))));
    });
  }
}

function flat(tree, gates, deferred, show) {
  const parts = new Map();
  const stack = (screens) => screens.map((one) =>
    `${one.screen} ${valuesText(one.values)}`.trim()).join(" › ") || "empty";
  parts.set("screen", `${show.screen} ${valuesText(show.values)}`.trim());
  for (const one of tree.coordinators) {
    if (one.child !== null) parts.set(`${one.path} shows`, one.child);
    if (one.kind === "stack" || one.screens.length) parts.set(one.path, stack(one.screens));
  }
  tree.layers.forEach((layer, index) =>
    parts.set(`layer ${index + 1}`, `${layer.kind}: ${stack(layer.screens)}`));
  for (const gate of gates.gates) {
    parts.set(`gate ${gate.gate}`, gate.open ? `open ${gate.subject ?? ""}`.trim() : "closed");
  }
  const waiting = [...deferred.deferred, ...deferred.queue].map((one) => one.link);
  parts.set("waiting links", waiting.join(", ") || "none");
  parts.set("unsaved work", show.dirty ? "yes" : "no");
  return parts;
}
