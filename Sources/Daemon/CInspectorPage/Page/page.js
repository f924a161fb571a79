import { call, change, get, ownSessions } from "./api.js";
import { at, button, data, el, fill, say, visible } from "./dom.js";
import { Graph } from "./graph.js";
import { Keys } from "./keys.js";
import { LinkBox } from "./linkbox.js";
import { Place } from "./place.js";
import { Routes } from "./routes.js";
import { ScriptPlayer } from "./script.js";
import { Session } from "./session.js";
import { Timeline } from "./timeline.js";

// How long to wait before content that can have arrived is read.
const contentMilliseconds = 700;
// How many sessions the daemon lists at a time.
const pageCount = 1000;

/** The page: its views, and the session that they show. */
class Page {
  constructor() {
    this.session = null;
    this.isReadOnly = false;
    this.listed = pageCount;
    this.place = new Place(this);
    this.linkBox = new LinkBox(this);
    this.timeline = new Timeline(this);
    this.routes = new Routes(this);
    this.graph = new Graph(this);
    this.script = new ScriptPlayer(this);
    this.keys = new Keys(this);
    this.setTheme(localStorage.getItem("theme") ?? "system");
    at("undo").addEventListener("click", () => this.run("undo"));
    at("redo").addEventListener("click", () => this.run("redo"));
    at("new").addEventListener("click", () => this.create({}));
    at("sessions").addEventListener("focus", () => this.listSessions());
    at("sessions").addEventListener("change", ({ target }) => {
      if (target.value) this.show(target.value);
      else this.listMore();
    });
    for (const one of document.querySelectorAll("#views button")) {
      one.addEventListener("click", () => this.view(one.dataset.view));
    }
    at("export").addEventListener("click", () => {
      at("exports").hidden = !at("exports").hidden;
      at("export").setAttribute("aria-expanded", String(!at("exports").hidden));
    });
    addEventListener("click", (event) => {
      if (!event.target.closest("#export")) this.closeMenus();
    });
    // A browser opens few connections to a server: pages that nobody sees give theirs back.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.session?.stop();
      else if (this.session && !this.session.isOver) this.session.start();
    });
    this.view("place");
  }

  async start() {
    const state = await this.attempt(() => get("/state"));
    this.setReadOnly(Boolean(state?.readOnly || state?.daemon?.greeting?.readOnly));
    this.showDaemon(state?.daemon ?? { connected: false });
    const names = await this.listSessions();
    const wanted = new URLSearchParams(location.search).get("session")
      ?? sessionStorage.getItem("session");
    if (wanted && await call("stack", { session: wanted }).catch(() => null)) {
      this.show(wanted);
      if (!names.includes(wanted)) await this.listSessions();
    } else if (names.length) this.show(names[0]);
    else if (!this.isReadOnly) await this.create({ name: "main" });
    else this.notice("The daemon has no sessions yet.");
    this.routes.load();
  }

  async listSessions() {
    const all = [];
    let more = true;
    while (more && all.length < this.listed) {
      const answer = await this.attempt(() =>
        call("session.list", all.length ? { after: all.at(-1) } : {}));
      all.push(...(answer?.sessions ?? []).map((one) => one.session));
      more = answer?.more ?? false;
    }
    const names = all.filter((name) => !ownSessions.has(name));
    const shown = this.session?.name;
    const options = shown && !names.includes(shown) ? [shown, ...names] : [...names];
    if (more) options.push("");  // No session has this name.
    const list = at("sessions");
    const isSame = list.options.length === options.length
      && options.every((name, index) => list.options[index].value === name);
    if (!isSame) {
      fill(list, options.map((name) => el("option", { value: name },
        name ? visible(name) : "More sessions…")));
    }
    if (shown) list.value = shown;
    return names;
  }

  async listMore() {
    this.listed += pageCount;
    await this.listSessions();
    say(`${at("sessions").options.length} sessions are listed`);
  }

  async create(params) {
    const answer = await this.attempt(() => {
      const name = params.name ?? `session-${Math.floor(Math.random() * 900_000 + 100_000)}`;
      return change("session.create", { ...params, name });
    });
    if (!answer) return null;
    this.show(answer.session);
    await this.listSessions();
    return answer;
  }

  show(name) {
    this.session?.stop();
    const session = new Session(name);
    this.session = session;
    sessionStorage.setItem("session", name);
    at("sessions").value = name;
    const on = (type, action) => session.addEventListener(type, (event) => {
      if (this.session === session) action(event.detail);
    });
    on("events", () => this.schedule("events"));
    on("state", () => this.schedule("state"));
    on("viewers", (count) => {
      at("viewers").textContent = count === 1 ? "1 viewer" : `${count} viewers`;
    });
    on("daemon", (daemon) => this.showDaemon(daemon));
    on("mode", (mode) => this.setReadOnly(mode.readOnly));
    on("routes", (news) => {
      this.routes.load();
      this.schedule("state");
      this.notice(news.taken ? "The route files were loaded again."
        : "The route files have errors: the last good ones stay in use.", !news.taken);
    });
    on("gone", (gone) => this.notice(gone.reason === "closed"
      ? "The session was closed. Select another one."
      : `The session ended: ${gone.reason}.`, true));
    this.timeline.show(session);
    this.routes.forget();
    document.title = `${name} – Signalbox`;
    session.start();
    this.graph.refresh();
  }

  /** Draws in the next frame what has changed since the last one. */
  schedule(what) {
    this.changed ??= new Set();
    this.changed.add(what);
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      const changed = this.changed;
      this.changed = null;
      if (changed.has("events")) this.timeline.update();
      if (changed.has("state")) this.readState();
    });
  }

  /** Reads the state; while an answer is awaited, later changes are read together. */
  async readState() {
    const { session } = this;
    if (this.isReading || !session) {
      this.readsAgain = true;
      return;
    }
    this.isReading = true;
    this.readsAgain = false;
    try {
      const names = ["tree", "show", "gates", "deferred"];
      const answers = await Promise.all(names.map((name) => session.call(name)));
      if (session === this.session) {
        this.place.render(Object.fromEntries(names.map((name, index) => [name, answers[index]])));
        this.linkBox.offer(answers[2].sources ?? []);
        this.graph.refresh();
        // Content that arrives later is no change of the session: nothing reports it.
        clearTimeout(this.loading);
        if (answers[1].state === "loading" && !document.hidden) {
          this.loading = setTimeout(() => this.schedule("state"), contentMilliseconds);
        }
      }
    } catch (error) {
      if (error.code !== "client/unreachable") this.notice(error.message, true);
    }
    this.isReading = false;
    if (this.readsAgain) this.readState();
  }

  /** A button that calls a method which changes the session. */
  changer(label, method, params, attributes = {}) {
    const names = `${attributes.class ?? ""} changer`.trim();
    return button(label, () => this.run(method, params),
      { ...attributes, class: names, disabled: this.isReadOnly });
  }

  /** Calls a method of the session, and shows why it was refused. */
  async run(method, params = {}) {
    if (!this.session || this.isReadOnly) return null;
    const answer = await this.attempt(() => this.session.change(method, params));
    if (!answer) return null;
    if (answer.outcome === "refused") {
      const reason = answer.message ?? answer.reason;
      this.notice(reason, true);
      if (method === "open") this.session.refuse(params.link, reason);
    } else if (answer.outcome === "blocked") {
      this.notice("Unsaved work blocks this. Confirm or cancel.", true);
    } else if (answer.outcome === "outside") this.notice(`Opens outside the app: ${answer.link}`);
    else this.notice(null);
    // The screen handled a tap: the session has not changed, and content can follow.
    if (answer.taken) {
      this.schedule("state");
      setTimeout(() => this.schedule("state"), contentMilliseconds);
    }
    say(answer.taken ? "handled by the screen" : answer.outcome ?? `position ${answer.position}`);
    return answer;
  }

  /** The result of an asynchronous call; null after a failure, which is shown. */
  async attempt(action) {
    try {
      return await action();
    } catch (error) {
      this.notice(`${error.message}. ${error.advice ?? ""}`.replace(/\.\. /, ". ").trim(), true);
      return null;
    }
  }

  notice(text, isError = false) {
    const box = at("notice");
    clearTimeout(this.noticeTimer);
    box.hidden = !text;
    box.className = isError ? "notice bad" : "notice";
    fill(box, text ? data(text) : null,
      text ? button("×", () => this.notice(null), { class: "ghost small", "aria-label": "Close" })
        : null);
    if (text && !isError) this.noticeTimer = setTimeout(() => this.notice(null), 4000);
  }

  showDaemon({ connected }) {
    const box = at("daemon");
    box.className = connected ? "state live" : "state away";
    box.textContent = connected ? "live" : "daemon away";
    if (connected && this.isAway) this.schedule("state");
    this.isAway = !connected;
  }

  setReadOnly(isReadOnly) {
    this.isReadOnly = isReadOnly;
    at("readonly").hidden = !isReadOnly;
    document.body.classList.toggle("read-only", isReadOnly);
    for (const one of document.querySelectorAll(".changer")) one.disabled = isReadOnly;
  }

  setTheme(theme) {
    this.theme = theme;
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
  }

  view(name) {
    document.body.dataset.view = name;
    for (const one of document.querySelectorAll("#views button")) {
      if (one.dataset.view === name) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
    }
    if (name === "graph") this.graph.load();
    this.timeline.draw();
  }

  busy(element, isBusy) {
    element.setAttribute("aria-busy", String(isBusy));
  }

  closeMenus() {
    at("exports").hidden = true;
    at("export").setAttribute("aria-expanded", "false");
  }
}

new Page().start();
