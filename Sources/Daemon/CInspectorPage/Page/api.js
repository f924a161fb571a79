/** Calls of the daemon's methods. docs/inspect.md describes the requests. */

const random = crypto.getRandomValues(new Uint32Array(2)).join("").slice(0, 12);
let count = 0;

export class CallError extends Error {
  constructor(error) {
    super(error.message ?? "the call failed");
    this.code = error.data?.code ?? "";
    this.advice = error.data?.advice ?? "";
    this.data = error.data ?? {};
  }
}

/** The name that the viewer gave, which other viewers see next to what was done. */
export function viewerName() {
  return localStorage.getItem("name") ?? "";
}

export function setViewerName(name) {
  localStorage.setItem("name", [...name.replace(/[.\s]+/g, "-")].slice(0, 24).join(""));
}

function requestId() {
  count += 1;
  return `page.${viewerName()}.${random}-${count}`;
}

export async function call(method, params = {}) {
  const response = await fetch("/call", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ method, params }),
  });
  const answer = await response.json();
  if (answer.error) throw new CallError(answer.error);
  return answer.result;
}

/** Calls a method that changes something; the same call is not executed twice. */
export function change(method, params = {}) {
  return call(method, { ...params, requestId: requestId() });
}

/** The JSON of a report. */
export async function get(path) {
  const response = await fetch(path);
  const text = await response.text();
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new CallError({ message: text || `HTTP ${response.status}` });
  }
  if (answer.error) throw new CallError(answer.error);
  return answer;
}

/** The SVG element of a picture. */
export async function getPicture(path) {
  const response = await fetch(path);
  if (!response.headers.get("Content-Type")?.startsWith("image/svg+xml")) {
    throw new CallError((await response.json()).error ?? {});
  }
  const picture = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  return document.importNode(picture.documentElement, true);
}

/** Sessions that this page created for a moment, and that its list leaves out. */
export const ownSessions = new Set();

/** Creates sessions, passes their names to an action, and closes them. */
export async function withSessions(count, action) {
  const names = Array.from({ length: count }, () => `inspect-${crypto.randomUUID()}`);
  try {
    for (const name of names) {
      ownSessions.add(name);
      await change("session.create", { name });
    }
    return await action(names);
  } finally {
    await Promise.allSettled(names.map((session) => change("session.close", { session })));
  }
}

/** Who sent a request: ids are `KIND.RANDOM-N`, and of a page `page.NAME.RANDOM-N`. */
export function sender(id) {
  if (!id) return "";
  const parts = id.split(".");
  if (parts[0] === "page" && parts.length === 3) {
    return parts[2].startsWith(`${random}-`) ? "you" : parts[1] || "page";
  }
  return { attach: "prompt", send: "send", mcp: "agent" }[parts[0]] ?? "";
}
