import { at, data, durationText, el, fill, valuesText } from "./dom.js";

/** The views of where a session is: coordinators, the screen, gates, waiting links. */
export class Place {
  constructor(page) {
    this.page = page;
    this.guards = new Map();  // The gates of each route and screen.
    this.state = null;
    this.drawn = new Map();  // What each part shows.
    this.item = null;  // The key of the tree's item that Tab leads to; null for the visible screen.
    at("tree").addEventListener("keydown", (event) => this.pressed(event));
    at("tree").addEventListener("focusin", (event) => {
      this.item = event.target.closest("[role=treeitem]").dataset.key;
      this.rove();
    });
    at("clock").addEventListener("submit", (event) => {
      event.preventDefault();
      page.run("wait", { duration: at("duration").value.trim() });
    });
  }

  setRoutes(routes) {
    this.guards = new Map();
    for (const one of routes) {
      const key = guardKey(one);
      this.guards.set(key, new Set([...this.guards.get(key) ?? [], ...one.gates]));
    }
    this.drawn.clear();
    if (this.state) this.render(this.state);
  }

  render(state) {
    this.state = state;
    this.gates = new Map(state.gates.gates.map((gate) => [gate.gate, gate]));
    this.draw("tree", [state.tree, state.gates], () => this.renderTree(state.tree));
    this.draw("show", [state.show], () => this.renderScreen(state.show));
    this.draw("gates", [state.gates], () => this.renderGates(state.gates));
    this.draw("deferred", [state.deferred], () => this.renderWaiting(state.deferred));
  }

  /** Draws a part whose answers differ, so that a button is not replaced while it is pressed. */
  draw(part, answers, action) {
    const text = JSON.stringify(answers, (key, value) => key === "seq" ? undefined : value);
    if (this.drawn.get(part) === text) return;
    this.drawn.set(part, text);
    action();
  }

  renderTree({ coordinators, layers }) {
    const children = new Map();
    for (const one of coordinators) {
      const parent = one.path.slice(0, -one.coordinator.length - 1);
      if (!children.has(parent)) children.set(parent, []);
      children.get(parent).push(one);
    }
    const parts = [...layers].reverse().map((layer, index) => {
      const key = `layer ${layers.length - index}`;
      return el("li", { class: "layer", role: "treeitem", tabindex: "-1", "data-key": key,
        "aria-label": `${layer.kind} on ${layer.coordinator}` },
      el("div", { class: "caption" }, el("span", { class: "tag" }, layer.kind), " on ",
        data(layer.coordinator)),
      this.stack(layer.screens, key, index === 0));
    });
    const branches = (children.get("") ?? []).map((one) =>
      this.coordinator(one, children, true, !layers.length, 1));
    fill(at("tree"), el("ul", { role: "tree", "aria-label": "Coordinators and layers",
      class: "tree" }, parts, branches));
    this.rove();
  }

  /** One coordinator and those below it. Paths have bounded depth, and so has the recursion. */
  coordinator(one, children, isVisible, isTop, depth) {
    const below = depth < 32 ? children.get(one.path) ?? [] : [];
    const isTabs = one.kind === "tabs";
    const head = el("div", { class: "caption" },
      data(one.coordinator, "span", "data name"),
      el("span", { class: "kind" }, one.kind),
      isVisible ? null : el("span", { class: "kind" }, "hidden"));
    const groups = below.map((child) => {
      const shown = one.child === null ? child.selected : one.child === child.coordinator;
      const node = this.coordinator(child, children, isVisible && shown, isTop && shown, depth + 1);
      if (isTabs && !shown) {
        node.querySelector(".caption").append(this.page.changer("Select", "tab",
          { name: child.coordinator },
          { class: "small", "aria-label": `Select the tab ${child.coordinator}`,
            "data-key": `tab ${child.path}` }));
      }
      return node;
    });
    return el("li", {
      role: "treeitem", class: isVisible ? "coordinator" : "coordinator dim",
      "aria-label": `${one.coordinator}, ${one.kind}${isVisible ? "" : ", hidden"}`,
      tabindex: "-1", "data-key": `coordinator ${one.path}`,
    }, head, one.screens.length ? this.stack(one.screens, one.path, isTop && isVisible) : null,
    below.length ? el("ul", { role: "group" }, groups) : null);
  }

  /** The screens of a stack, the top first. */
  stack(screens, key, isTop) {
    return el("ul", { class: "stack", role: "group", "aria-label": "Stack, the top first" },
      screens.map((screen, index) => {
        const isHere = isTop && index === screens.length - 1;
        return el("li", { class: isHere ? "card here" : "card", role: "treeitem",
          tabindex: "-1", "data-key": `screen ${index} ${key}`,
          "aria-current": isHere ? "page" : null },
        data(screen.screen, "span", "data name"),
        data(valuesText(screen.values), "span", "data values"),
        [...this.guards.get(guardKey(screen)) ?? []].map((gate) => this.guard(gate)),
        screen.dirty ? el("span", { class: "tag warn" }, "unsaved") : null,
        isHere ? el("span", { class: "tag accent" }, "visible") : null);
      }).reverse());
  }

  /** Lets Tab lead to one item of the tree, as the ARIA practices advise. */
  rove() {
    const items = [...at("tree").querySelectorAll("[role=treeitem]")];
    const chosen = items.find((one) => one.dataset.key === this.item)
      ?? items.find((one) => one.classList.contains("here")) ?? items[0];
    for (const one of items) one.tabIndex = one === chosen ? 0 : -1;
  }

  /** The keys of a tree; Enter selects a hidden tab. */
  pressed(event) {
    const item = event.target;
    if (item.role !== "treeitem" || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...at("tree").querySelectorAll("[role=treeitem]")];
    const index = items.indexOf(item);
    const next = {
      ArrowDown: items[index + 1],
      ArrowUp: items[index - 1],
      ArrowRight: item.querySelector("[role=treeitem]"),
      ArrowLeft: item.parentElement.closest("[role=treeitem]"),
      Home: items[0],
      End: items.at(-1),
    };
    if (event.key === "Enter") item.querySelector(":scope > .caption button")?.click();
    else if (Object.hasOwn(next, event.key)) next[event.key]?.focus();
    else return;
    event.preventDefault();
  }

  /** The visible screen with the route that opened it. */
  get visible() {
    const { tree, show } = this.state ?? { tree: { layers: [], coordinators: [] } };
    const stack = tree.layers.at(-1)
      ?? tree.coordinators.find((one) => one.path === show?.coordinator);
    return stack?.screens.at(-1) ?? null;
  }

  guard(name) {
    const isOpen = this.gates?.get(name)?.open ?? false;
    return el("span", { class: isOpen ? "tag good" : "tag warn" },
      data(name), isOpen ? " open" : " closed");
  }

  renderScreen(show) {
    const parts = [
      el("p", { class: "screen-title" }, data(show.title ?? show.screen, "strong")),
      el("p", { class: "quiet" }, data(show.screen), " ", data(valuesText(show.values)), " in ",
        data(show.coordinator)),
    ];
    if (show.dirty) {
      parts.push(el("p", { class: "warning" }, el("strong", {}, "Unsaved work. "),
        "Leaving the screen needs a confirmation.",
        el("span", { class: "inline changes" },
          this.page.changer("Confirm", "confirm", {}, { class: "small", "data-key": "confirm" }),
          this.page.changer("Cancel", "cancel", {}, { class: "small", "data-key": "cancel" }))));
    }
    if (show.state && show.state !== "ready") {
      parts.push(el("p", { class: show.state === "failed" ? "warning" : "quiet" },
        show.state === "loading" ? "Loading… " : "Failed: ", data(show.message ?? "")));
    } else if (show.message) {
      parts.push(data(show.message, "p"));
    }
    for (const section of show.sections ?? []) parts.push(this.section(section));
    const taps = show.taps ?? [];
    parts.push(taps.length
      ? el("div", { class: "taps", role: "group", "aria-label": "Taps" }, taps.map((tap) => {
        const control = this.page.changer("", "tap", { name: tap.name },
          { class: "tap", "data-key": `tap ${tap.name}` });
        control.append(data(tap.name, "strong"), " ",
          data(tap.does ?? "the screen decides", "span", "data quiet"));
        return control;
      }))
      : el("p", { class: "quiet" }, "This screen has no taps."));
    parts.push(el("div", { class: "inline changes" },
      [["Back", "back", {}], ["Dismiss", "dismiss", {}], ["Root", "root", {}],
        [show.dirty ? "Mark as saved" : "Mark as unsaved", "dirty", { unsaved: !show.dirty }]]
        .map(([label, method, params]) => this.page.changer(label, method, params,
          { class: "small", "data-key": method }))));
    fill(at("screen"), parts);
  }

  section(section) {
    return el("div", { class: "content" },
      section.title ? data(section.title, "h3") : null,
      el("ul", { class: "plain" }, (section.rows ?? []).map((row) => el("li",
        { class: "content-row" },
        el("div", {}, data(row.title ?? "", "strong"),
          row.badge ? el("span", { class: "tag" }, data(row.badge)) : null,
          row.selected ? el("span", { class: "tag accent" }, "selected") : null,
          row.subtitle ? data(row.subtitle, "div", "data quiet") : null,
          typeof row.progress === "number"
            ? el("progress", { max: "1", value: row.progress, "aria-label": "Progress" }) : null),
        row.tap ? this.page.changer("Tap", "tap", { name: row.tap },
          { class: "small", "data-key": `row ${row.tap}`,
            "aria-label": `Tap ${row.tap}` }) : null))));
  }

  renderGates({ gates }) {
    fill(at("gates"), gates.length ? gates.map((gate) => {
      const subject = el("input", { class: "changes", size: "8", "aria-label": "Subject",
        placeholder: "subject", spellcheck: "false", "data-key": `subject ${gate.gate}` });
      const open = (event) => {
        event.preventDefault();
        const name = subject.value.trim();
        this.page.run("satisfy", name ? { gate: gate.gate, subject: name } : { gate: gate.gate });
      };
      const control = gate.open
        ? this.page.changer("Revoke", "revoke", { gate: gate.gate },
          { class: "small", "data-key": `gate ${gate.gate}`, "aria-label": `Revoke ${gate.gate}` })
        : el("form", { class: "inline changes", on: { submit: open } }, subject,
          el("button", { class: "small", "data-key": `gate ${gate.gate}`,
            "aria-label": `Satisfy ${gate.gate}` }, "Satisfy"));
      return el("li", { class: "gate" },
        el("span", { class: gate.open ? "tag good" : "tag warn" }, gate.open ? "open" : "closed"),
        data(gate.gate, "strong"),
        gate.subject ? data(gate.subject, "span", "data quiet") : null,
        gate.requires.length
          ? el("span", { class: "quiet" }, "after ", data(gate.requires.join(", "))) : null,
        el("span", { class: "spring" }), control);
    }) : el("li", { class: "quiet" }, "The app has no gates."));
  }

  renderWaiting({ deferred, queue }) {
    const parts = deferred.map((one) => el("li", { class: "gate" },
      data(one.link, "span", "data link"),
      el("span", { class: "quiet" }, "waits for ", data(one.gate), ", ",
        one.leftMilliseconds === null ? "without a time limit"
          : `${durationText(one.leftMilliseconds)} left`)));
    for (const one of queue) {
      parts.push(el("li", { class: "gate" },
        data(typeof one === "string" ? one : one.link, "span", "data link"),
        el("span", { class: "quiet" }, "waits until the app is ready")));
    }
    fill(at("waiting"),
      parts.length ? el("ul", { class: "plain" }, parts) : el("p", { class: "quiet" }, "None."),
      queue.length ? this.page.changer("Ready", "ready", {}, { "data-key": "ready" }) : null);
  }
}

/** Only screens and routes together say which gates guard: a screen can have several routes. */
function guardKey({ route, screen }) {
  return `${screen} ${route}`;
}
