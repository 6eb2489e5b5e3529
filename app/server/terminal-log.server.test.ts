import pino from "pino";
import { expect, test, vi } from "vitest";
import { terminalLog } from "./terminal-log.server";

vi.stubEnv("NO_COLOR", "1");
const lines: string[] = [];
const log = pino(
  { base: undefined },
  terminalLog((text) => lines.push(text)),
);

function formattedLines(write: () => void): string {
  lines.length = 0;
  write();
  return lines.join("").replace(/\d\d:\d\d:\d\d/g, "12:00:00");
}

test("PU01 the log formats lines for people: a request, an address, and a link on a line of its own", () => {
  const request = { id: "1", method: "GET", path: "/directory", status: 200, ms: 3.2 };
  expect(formattedLines(() => log.info(request, "request"))).toBe("[12:00:00] INFO: GET /directory 200 3.2 ms\n");
  const event = { url: "http://localhost:3000", workers: [1] };
  expect(formattedLines(() => log.info(event, "listening"))).toBe(
    "[12:00:00] INFO: listening at http://localhost:3000\n",
  );
  expect(formattedLines(() => log.warn({ link: "http://localhost:3000/setup?token=abc" }, "open this link"))).toBe(
    "[12:00:00] WARN: open this link\n\n    http://localhost:3000/setup?token=abc\n\n",
  );
  expect(formattedLines(() => log.warn({ jobs: 2 }, "work was interrupted"))).toBe(
    '[12:00:00] WARN: work was interrupted {"jobs":2}\n',
  );
});

test("PU01 the log shows the stack of an error, and escapes characters that control the terminal", () => {
  const error = new Error("it \u001b[2J cleared");
  const output = formattedLines(() => {
    log.error({ err: error }, "a request failed");
    log.info(
      { id: "1", method: "GET", path: "/\u009b31m\u202eevil\u001b]0;title\u0007\r", status: 404, ms: 1 },
      "request",
    );
  });
  expect(output).toContain("terminal-log.server.test.ts");
  expect(output).toContain("it \\u001b[2J cleared");
  expect(output).toContain("GET /\\u009b31m\\u202eevil\\u001b]0;title\\u0007\\r 404 1 ms\n");
  expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});
