/** Builds an element. Data becomes text nodes and attributes only, never markup. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") {
      for (const [type, listener] of Object.entries(value)) {
        element.addEventListener(type, listener);
      }
    } else {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity)
    .filter((child) => child !== null && child !== undefined));
  return element;
}

export const at = (id) => document.getElementById(id);

// Controls, and the marks that change the direction of text around them.
const invisible =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The text with its invisible characters spelled out as in Swift. */
export function visible(text) {
  return String(text).replace(invisible, (character) =>
    `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** Text from a link, a route file or a client, isolated from the direction of what surrounds it. */
export function data(text, name = "span", className = "data") {
  return el(name, { class: className, dir: "auto" }, visible(text));
}

export function button(label, action, attributes = {}) {
  return el("button", { type: "button", ...attributes, on: { click: action } }, label);
}

/** Replaces the children, and keeps the focus on the element with the same `data-key`. */
export function fill(element, ...children) {
  const active = document.activeElement;
  const key = element.contains(active) ? active.dataset.key : undefined;
  const value = key === undefined ? undefined : active.value;
  element.replaceChildren(...children.flat(Infinity).filter((child) => child));
  if (key === undefined) return;
  const again = [...element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  if (!again) return;
  if (again.tagName === "INPUT") again.value = value;
  again.focus({ preventScroll: true });
}

export function screenName(screen) {
  return screen?.screen ?? screen?.name ?? "";
}

/** `id=42 tab=cast`, or an empty text. */
export function valuesText(values) {
  return Object.entries(values ?? {}).map(([name, value]) =>
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`).join(" ");
}

/** Announces a text to screen readers. */
export function say(text) {
  at("said").textContent = text;
}

export function durationText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
