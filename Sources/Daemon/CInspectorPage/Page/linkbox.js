import { at, data, el, fill, valuesText } from "./dom.js";

const distinct = (misses) => [...new Map(misses.map((miss) =>
  [`${miss.route} ${miss.reason}`, miss])).values()];

/** The options that every app has. */
const fixedSources = 3;

/** The box for links: what a link would open while it is typed, completions, and opening it. */
export class LinkBox {
  constructor(page) {
    this.page = page;
    this.input = at("link");
    this.words = at("words");
    this.chosen = -1;
    this.turn = 0;
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.pressed(event));
    this.input.addEventListener("blur", () => this.close());
    at("from").addEventListener("change", () => this.typed());
    at("box").addEventListener("submit", (event) => {
      event.preventDefault();
      this.open();
    });
    this.words.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const item = event.target.closest("li");
      if (item) this.take([...this.words.children].indexOf(item));
    });
  }

  /** Offers the app's own sources of links, each with the signature that its links have. */
  offer(sources) {
    const text = JSON.stringify(sources);
    if (this.offered === text) return;
    this.offered = text;
    const from = at("from");
    for (const option of [...from.options].slice(fixedSources)) option.remove();
    for (const { source, signature } of sources) {
      const name = signature ? `${source}, signature ${signature}` : source;
      const value = JSON.stringify({ from: source, signature: signature ?? "absent" });
      from.append(el("option", { value }, `from ${name}`));
    }
  }

  focus(text) {
    if (text !== undefined) this.input.value = text;
    this.input.focus();
    this.input.select();
    this.typed();
  }

  typed() {
    clearTimeout(this.timer);
    this.turn += 1;
    const turn = this.turn;
    const link = this.input.value.trim();
    if (!link) {
      this.close();
      fill(at("preview"));
      return;
    }
    this.timer = setTimeout(() => this.ask(link, turn), 80);
  }

  async ask(link, turn) {
    const session = this.page.session;
    if (!session) return;
    const [why, complete] = await Promise.allSettled([
      session.call("why", { link }),
      session.call("complete", { line: `open ${link}`, cursor: 5 + [...link].length }),
    ]);
    if (turn !== this.turn) return;
    this.preview(why);
    const words = complete.status === "fulfilled" ? complete.value.words : [];
    this.list(words.filter((word) => word !== link).slice(0, 12));
  }

  preview(why) {
    const box = at("preview");
    if (why.status === "rejected") {
      fill(box, el("span", { class: "tag bad" }, "no answer"), " ", data(why.reason.message));
      return;
    }
    const answer = why.value;
    if (answer.error) {
      fill(box, el("span", { class: "tag bad" }, answer.error), " ", data(answer.message),
        answer.misses?.length ? el("ul", { class: "plain misses" },
          distinct(answer.misses).slice(0, 3).map((miss) => el("li", {},
            data(miss.route, "code"), " ", data(miss.reason, "span", "data quiet")))) : null);
      return;
    }
    fill(box, el("span", { class: "tag good" }, "opens"), " ",
      data(answer.screen ?? "the browser", "strong"),
      " ", data(valuesText(answer.params)), el("span", { class: "quiet" }, " by "),
      data(answer.route, "code"),
      answer.coordinator ? el("span", { class: "quiet" }, ` as ${answer.as} in `) : null,
      answer.coordinator ? data(answer.coordinator) : null,
      answer.hops?.length ? el("span", { class: "quiet" }, " after redirects: ",
        data(answer.hops.join(" → "))) : null,
      (answer.gates ?? []).map((gate) => this.page.place.guard(gate.gate ?? gate)));
  }

  list(words) {
    this.chosen = -1;
    this.shown = words;
    const isOpen = words.length > 0 && document.activeElement === this.input;
    fill(this.words, words.map((word, index) =>
      el("li", { role: "option", id: `word-${index}`, "aria-selected": "false" }, data(word))));
    this.words.hidden = !isOpen;
    this.input.setAttribute("aria-expanded", String(isOpen));
    this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.list([]);
  }

  choose(index) {
    const items = [...this.words.children];
    if (!items.length) return;
    this.chosen = (index + items.length) % items.length;
    items.forEach((item, at) => item.setAttribute("aria-selected", String(at === this.chosen)));
    this.input.setAttribute("aria-activedescendant", items[this.chosen].id);
    items[this.chosen].scrollIntoView({ block: "nearest" });
  }

  take(index) {
    const word = this.shown[index];
    if (word === undefined) return;
    this.input.value = word;
    this.close();
    this.typed();
  }

  pressed(event) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" && !this.words.hidden) this.choose(this.chosen + 1);
    else if (event.key === "ArrowUp" && !this.words.hidden) this.choose(this.chosen - 1);
    else if (event.key === "Tab" && !event.shiftKey && this.chosen >= 0) this.take(this.chosen);
    else if (event.key === "Enter" && this.chosen >= 0) this.take(this.chosen);
    else if (event.key === "Escape") {
      if (this.words.hidden) this.input.blur();
      else this.close();
    } else return;
    event.preventDefault();
  }

  async open() {
    const link = this.input.value.trim();
    if (!link) return;
    this.close();
    const from = at("from").value;
    if (from === "cold") {
      if (!await this.page.create({ cold: true })) return;
    }
    const params = from === "outside" || from === "cold" ? { link } : { link, ...JSON.parse(from) };
    const answer = await this.page.run("open", params);
    if (answer && answer.outcome !== "refused") this.input.select();
  }
}
