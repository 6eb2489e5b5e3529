// Asks /healthz every 50 ms, whatever became of the questions before, until standard input ends; then says what it saw as
// JSON. In a process of its own: nothing that the load costs its own process is counted as the server's.
import { Agent, get } from "node:http";

const address = `${process.argv[2]}/healthz`;
const agent = new Agent({ keepAlive: true });
/** When each was asked (ms since 1970), and milliseconds until its whole answer; -1 when there was none. */
const asked = [];
const statuses = {};

function ask() {
  const started = performance.now();
  const one = { at: Date.now(), ms: -1 };
  asked.push(one);
  const over = (status) => {
    if (status !== "none") one.ms = performance.now() - started;
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  get(address, { agent }, (response) => {
    response.resume().once("end", () => over(response.statusCode));
  }).once("error", () => over("none"));
}

const timer = setInterval(ask, 50);
process.stdin.resume().once("end", () => {
  clearInterval(timer);
  // The last answers have a moment to come.
  setTimeout(() => process.stdout.write(JSON.stringify({ asked, statuses }), () => process.exit()), 2_000);
});
