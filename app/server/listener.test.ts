/** Connections that are slow, idle or stalled, on a real server with short time-outs. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readBody } from "./bodies.server";
import { disconnectStalled, listen, type TimeOuts } from "./listener.server";

async function start(handle: Parameters<typeof listen>[0], timeOuts: Partial<TimeOuts> = {}) {
  const server = await listen(handle, { port: 0, host: "127.0.0.1", timeOuts });
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.url).port);
  const open = (): Socket => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    return socket.on("error", () => {});
  };
  return { server, port, open };
}

/** What a socket receives until the other side closes it. */
async function received(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

test("a client that sends nothing, or never ends the headers, is disconnected", async () => {
  const { open } = await start(({ outgoing }) => outgoing.end(), { headers: 100 });
  const slow = open();
  slow.write("GET / HTTP/1.1\r\nHost: x\r\nX-A: ");
  await Promise.all([received(open()), received(slow)]);
});

test("a client that reads nothing of its answer is disconnected", async () => {
  let closed: () => void = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { open } = await start(({ outgoing }) => {
    outgoing.once("close", closed);
    disconnectStalled(outgoing, 50);
    outgoing.end(Buffer.alloc(64 * 1024 * 1024));
  });
  open().pause().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await isClosed;
});

test("a client that waits for the next part of its answer is not", async () => {
  const { open } = await start(({ outgoing }) => {
    let silences = 0;
    outgoing.on("timeout", () => ++silences === 3 && outgoing.end("complete"));
    disconnectStalled(outgoing, 20);
    outgoing.writeHead(200, { Connection: "close" }).flushHeaders();
  });
  const client = open();
  client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await received(client)).toContain("complete");
});

test("when stopping, it finishes what runs, says that the connection ends, and accepts nothing new", async () => {
  let finish: (() => void) | undefined;
  const { server, open, port } = await start(({ outgoing }) => {
    finish = () => outgoing.end("complete");
  });
  const running = open();
  running.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => finish).toBeDefined();
  const stopped = server.stop();
  finish?.();
  expect(await received(running)).toMatch(/complete$/is);
  await stopped;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test("a port that is taken is said to be so", async () => {
  const { port } = await start(() => {});
  await expect(listen(() => {}, { port, host: "127.0.0.1" })).rejects.toThrow("another program listens there already");
});

test("a body is read completely, and one that breaks off is said to have", async () => {
  const outcomes: unknown[] = [];
  const { open, port } = await start(async ({ incoming, outgoing }) => {
    const body = await readBody(incoming, null, async () => false);
    outcomes.push("bytes" in body ? body.bytes.length : body.problem);
    outgoing.end();
  });
  await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "x".repeat(3_000_000) });
  const socket = open();
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  await once(socket, "connect");
  socket.end();
  await expect.poll(() => outcomes).toEqual([3_000_000, "aborted"]);
});

test("a body beyond the limit is refused, and its budget is free again", async () => {
  const outcomes: unknown[] = [];
  const { port } = await start(async ({ incoming, outgoing }) => {
    const body = await readBody(incoming, "client", async () => false);
    outcomes.push("bytes" in body ? "read" : body.problem);
    if ("bytes" in body) body.release();
    incoming.resume();
    outgoing.end();
  });
  for (let round = 0; round < 4; round++) {
    await fetch(`http://127.0.0.1:${port}/api/experts/x`, { method: "PUT", body: "x".repeat(27 * 1024 * 1024) }).catch(
      () => {},
    );
    await fetch(`http://127.0.0.1:${port}/api/experts/x`, { method: "PUT", body: "x".repeat(25 * 1024 * 1024) });
  }
  expect(outcomes).toEqual(Array.from({ length: 4 }, () => ["tooLarge", "read"]).flat());
});
