const session = new URLSearchParams(location.search).get("session") ?? "main";
const at = (id) => document.getElementById(id);
const mark = Math.random().toString(36).slice(2);
let count = 0;

async function call(method, params) {
  const answer = await fetch("/call", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ method, params: { session, ...params } }),
  });
  return answer.json();
}

at("box").addEventListener("submit", async (event) => {
  event.preventDefault();
  count += 1;
  const answer = await call("command", {
    line: at("line").value, requestId: `page..${mark}-${count}`,
  });
  at("answer").textContent = answer.error?.message ?? answer.result.text;
});

const events = new EventSource(`/events?session=${encodeURIComponent(session)}&from=0`);
events.addEventListener("daemon", (event) => {
  at("daemon").textContent = JSON.parse(event.data).connected ? session : "The daemon is away.";
});
events.addEventListener("change", (event) => {
  const change = JSON.parse(event.data);
  const row = document.createElement("li");
  row.value = change.seq;
  row.textContent = `${change.event.line}: ${change.outcome ?? ""}`;
  at("changes").append(row);
});
