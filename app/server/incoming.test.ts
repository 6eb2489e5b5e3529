import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { afterEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { readIncoming } from "./incoming.server";

const { TRUST_PROXY } = env;
afterEach(() => {
  env.TRUST_PROXY = TRUST_PROXY;
});

function addressOf(headers: IncomingHttpHeaders): string | null {
  const socket = { remoteAddress: "203.0.113.9" };
  const message = { method: "GET", url: "/", httpVersion: "1.1", rawHeaders: [], socket };
  const incoming = { ...message, headers: { host: "life.example", ...headers } } as unknown as IncomingMessage;
  const request = readIncoming(incoming, (path) => path);
  return "status" in request ? null : request.clientAddress;
}

test.each([
  [true, "198.51.100.7", "198.51.100.7"],
  [true, "192.0.2.1, 198.51.100.7", "198.51.100.7"],
  [true, "192.0.2.1,192.0.2.2 , 198.51.100.7 ", "198.51.100.7"],
  [true, "198.51.100.7:49152", "198.51.100.7"],
  [true, "[2001:db8::7]:49152", "2001:db8::7"],
  [true, "2001:db8::7", "2001:db8::7"],
  [true, undefined, "203.0.113.9"],
  [false, "198.51.100.7", "203.0.113.9"],
] as const)(
  "reliability 10 with TRUST_PROXY %s and X-Forwarded-For %j, a request comes from %s",
  (isBehindProxy, forwarded, address) => {
    env.TRUST_PROXY = isBehindProxy;
    expect(addressOf({ "x-forwarded-for": forwarded })).toBe(address);
  },
);
