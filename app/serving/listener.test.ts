/** Connections that are slow, idle or stalled, on a real server with little patience. */
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen, type Patience } from "./listener.server";

async function start(answer: Parameters<typeof listen>[0], patience: Partial<Patience>) {
  const server = await listen(answer, { port: 0, host: "127.0.0.1", patience });
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.url).port);
  const open = (): Socket => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    return socket.on("error", () => {});
  };
  return { server, port, open };
}

/** What a socket receives until the other side closes it; one that is cut off while it sends sees that as an error, too. */
async function received(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

const LONG = 60_000;

test("who says nothing, or never ends the headers, is cut off", async () => {
  const { open } = await start(({ outgoing }) => outgoing.end(), { headers: 100, look: 50 });
  const slow = open();
  slow.write("GET / HTTP/1.1\r\nHost: x\r\nX-A: ");
  await Promise.all([received(open()), received(slow)]);
});

test("who sends a body byte by byte is cut off, and who waits for a long answer is not", async () => {
  let arrived: (finish: () => void) => void = () => {};
  const waited = new Promise<() => void>((resolve) => {
    arrived = resolve;
  });
  const { open, port } = await start(
    ({ incoming, outgoing }) => {
      incoming.resume();
      if (incoming.method === "GET") arrived(() => outgoing.end("at last"));
    },
    { look: 50, idle: LONG },
  );
  const waiting = fetch(`http://127.0.0.1:${port}/`);
  const finish = await waited;
  const dripping = open();
  dripping.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
  const drip = setInterval(() => dripping.write("x"), 20);
  expect(await received(dripping)).toBe("");
  clearInterval(drip);
  finish();
  expect(await (await waiting).text()).toBe("at last");
});

test("a body that had just begun when everybody was looked at has until the next look", async () => {
  let begun: () => void = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { open } = await start(
    ({ incoming, outgoing }) => {
      begun();
      incoming.resume().on("end", () => outgoing.end("whole"));
    },
    { look: 10_000, idle: LONG },
  );
  const socket = open();
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nslo");
  await isBegun;
  vi.advanceTimersByTime(10_000);
  socket.write("w");
  expect(await received(socket)).toMatch(/200 OK[\s\S]*whole/);
});

test("a body that nobody reads yet is not a slow one", async () => {
  let read: () => void = () => {};
  const { open, port } = await start(
    ({ incoming, outgoing }) => {
      incoming.on("end", () => outgoing.end("read"));
      if (Number(incoming.headers["content-length"]) > 1_000) read = () => incoming.resume();
      else incoming.resume();
    },
    { look: 20, idle: LONG },
  );
  const size = 4 * 1024 * 1024;
  const asked = request({ port, host: "127.0.0.1", method: "POST", headers: { "Content-Length": size } });
  asked.end(Buffer.alloc(size));
  // Others are looked at and cut off meanwhile.
  for (let round = 0; round < 3; round++) {
    const slow = open();
    slow.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
    expect(await received(slow)).toBe("");
  }
  read();
  const [response] = await once(asked, "response");
  response.resume();
  expect(response.statusCode).toBe(200);
});

test("who takes nothing of the answer is cut off", async () => {
  let cutOff: () => void = () => {};
  const isCutOff = new Promise<void>((resolve) => {
    cutOff = resolve;
  });
  const { open } = await start(
    ({ outgoing }) => {
      outgoing.once("close", cutOff);
      outgoing.end(Buffer.alloc(64 * 1024 * 1024));
    },
    { look: 50 },
  );
  // It never reads on: nothing else ends this answer.
  open().pause().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await isCutOff;
});

test("told to stop, it finishes what runs, says that the connection ends, and takes nothing new", async () => {
  let finish: (() => void) | undefined;
  const { server, open, port } = await start(
    ({ outgoing }) => {
      finish = () => outgoing.end("whole");
    },
    { idle: LONG },
  );
  const idle = open();
  await once(idle, "connect");
  const running = open();
  running.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => finish).toBeDefined();
  const stopped = server.stop();
  finish?.();
  expect(await received(running)).toMatch(/Connection: close.*whole$/is);
  idle.destroy();
  await stopped;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test("a port that is taken is said to be so", async () => {
  const { port } = await start(() => {}, {});
  await expect(listen(() => {}, { port, host: "127.0.0.1" })).rejects.toThrow("another program listens there already");
});
