// A Signalbox client: opens links in a session and prints every change.
// usage: node signalbox_client.mjs SOCKET SESSION LINK...
import { connect } from "node:net";
import { createInterface } from "node:readline";

class Client {
  number = 0;
  calls = new Map(); // Unanswered calls by their id.
  notices = []; // Notifications from the daemon, in order.

  constructor(path) {
    this.socket = connect(path);
    this.greeting = new Promise((resolve, reject) => {
      this.greet = resolve;
      this.socket.on("error", reject);
    });
    createInterface({ input: this.socket }).on("line", (line) => this.take(JSON.parse(line)));
  }

  take(message) {
    if (message.method === "hello") {
      this.greet(message.params);
    } else if (message.method) {
      this.notices.push(message);
    } else {
      const { resolve, reject } = this.calls.get(message.id);
      this.calls.delete(message.id);
      message.error ? reject(new Error(message.error.message)) : resolve(message.result);
    }
  }

  // Calls a method; throws if the daemon answers with an error.
  call(method, params = {}) {
    const id = ++this.number;
    this.socket.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    return new Promise((resolve, reject) => this.calls.set(id, { resolve, reject }));
  }
}

const [path, session, ...links] = process.argv.slice(2);
const client = new Client(path);
console.log("signalbox", (await client.greeting).version);
await client.call("session.create", { name: session }).catch(() => {}); // It may exist already.
const { seq: seen } = await client.call("subscribe", { session });
for (const [number, link] of links.entries()) {
  const requestId = `${process.pid}-${number}`; // A repeated call with the same id is done once.
  const answer = await client.call("open", { session, link, requestId });
  console.log(link, answer.outcome);
}
await client.call("unsubscribe", { session });
for (const { method, params } of client.notices) {
  if (method === "event" && params.seq > seen) console.log(params.seq, params.event.line);
}
const stack = await client.call("stack", { session });
console.log(stack.screens.map((screen) => screen.screen).join(" > "));
client.socket.end();
