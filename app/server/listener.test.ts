/** Tests slow, idle and stalled connections on a real server with short time-outs. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Sender } from "~/auth/session.server";
import { discardBody, readBody } from "./bodies.server";
import { disconnectStalled, listen, type Timeouts } from "./listener.server";

async function start(handle: Parameters<typeof listen>[0], timeOuts: Partial<Timeouts> = {}) {
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

/** Returns all that a socket receives until the other side closes it. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

test("the server disconnects a client that sends nothing, or never ends its headers", async () => {
  const { open } = await start(({ outgoing }) => outgoing.end(), { headers: 100 });
  const slowSocket = open();
  slowSocket.write("GET / HTTP/1.1\r\nHost: x\r\nX-A: ");
  await Promise.all([readToEnd(open()), readToEnd(slowSocket)]);
});

test("the server disconnects a client that does not read its answer", async () => {
  let resolveClosing: () => void = () => {};
  const closing = new Promise<void>((resolve) => {
    resolveClosing = resolve;
  });
  const { open } = await start(({ outgoing }) => {
    outgoing.once("close", resolveClosing);
    disconnectStalled(outgoing, 50);
    outgoing.end(Buffer.alloc(64 * 1024 * 1024));
  });
  open().pause().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await closing;
});

test("reliability 37 the server disconnects a client that sends many requests without waiting, before it handles them", async () => {
  let begunCount = 0;
  const { open } = await start(({ outgoing }) => {
    begunCount++;
    outgoing.end("complete");
  });
  const { open: openWaiting } = await start(() => {
    begunCount++;
  });
  const ask = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  const floodSocket = openWaiting();
  floodSocket.write(ask.repeat(20_000));
  await readToEnd(floodSocket);
  expect(begunCount).toBe(1);
  const client = open();
  client.write(`${ask.repeat(4)}${ask.replace("Host: x", "Host: x\r\nConnection: close")}`);
  expect((await readToEnd(client)).match(/complete/g)).toHaveLength(5);
  const patientSocket = open();
  for (let round = 0; round < 30; round++) {
    patientSocket.write(ask);
    await once(patientSocket, "data");
  }
  expect(begunCount).toBe(1 + 5 + 30);
});

test("the server refuses CONNECT with 405, but only disconnects while another answer is pending", async () => {
  const { open } = await start(() => {});
  const tunnel = "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n";
  const firstSocket = open();
  firstSocket.write(tunnel);
  expect(await readToEnd(firstSocket)).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow:\r\nConnection: close\r\n/);
  const pipelinedSocket = open();
  pipelinedSocket.write(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${tunnel}`);
  expect(await readToEnd(pipelinedSocket)).toBe("");
});

test("the server answers a request that it cannot read with a sentence, but says nothing after answers that are pending", async () => {
  const releases: (() => void)[] = [];
  const { open } = await start(({ incoming, outgoing }) => {
    releases.push(() => outgoing.end(`answer to ${incoming.url}`));
  });
  const answerTo = (bytes: string) => {
    const socket = open();
    socket.write(bytes);
    return readToEnd(socket);
  };
  const long = "a".repeat(20_000);
  for (const bytes of [`GET /?q=${long} HTTP/1.1\r\n`, `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${long}\r\n\r\n`])
    expect(await answerTo(bytes)).toMatch(/^HTTP\/1\.1 431 [\s\S]*\r\n\r\n.* too long.*\n$/);
  expect(await answerTo("nonsense\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*\r\n\r\nThis is not a valid HTTP request\.\n$/,
  );
  const chunked = "Host: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  expect(await answerTo(`POST /pending HTTP/1.1\r\n${chunked}nonsense\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  releases.length = 0;
  const answers = answerTo("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n");
  for (const number of [1, 2]) {
    await expect.poll(() => releases.length).toBe(number);
    releases[number - 1]?.();
  }
  expect(await answers).toMatch(/^HTTP\/1\.1 200 [\s\S]*answer to \/1HTTP\/1\.1 200 [\s\S]*answer to \/2$/);
});

test("reliability 9 the server starts a pipelined request only after the previous answer", async () => {
  const releases: (() => void)[] = [];
  const { open } = await start(({ incoming, outgoing }) => {
    releases.push(() => outgoing.end(`answer to ${incoming.url}`));
  });
  const client = open();
  const bytes = ["/1", "/2", "/3"].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join("");
  client.write(bytes);
  for (const number of [1, 2, 3]) {
    await expect.poll(() => releases.length).toBe(number);
    releases[number - 1]?.();
    const [chunk] = await once(client, "data");
    expect(String(chunk)).toContain(`answer to /${number}`);
  }
  client.write(bytes);
  await expect.poll(() => releases.length).toBe(4);
  client.destroy();
});

test("the server does not disconnect a client that waits for the next part of its answer", async () => {
  const { open } = await start(({ outgoing }) => {
    let silences = 0;
    outgoing.on("timeout", () => ++silences === 3 && outgoing.end("complete"));
    disconnectStalled(outgoing, 20);
    outgoing.writeHead(200, { Connection: "close" }).flushHeaders();
  });
  const client = open();
  client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await readToEnd(client)).toContain("complete");
});

test("the server finishes running requests at a stop, closes their connections, and accepts no new ones", async () => {
  let finish: (() => void) | undefined;
  const { server, open, port } = await start(({ outgoing }) => {
    finish = () => outgoing.end("complete");
  });
  const runningSocket = open();
  runningSocket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => finish).toBeDefined();
  const stopping = server.stop();
  finish?.();
  expect(await readToEnd(runningSocket)).toMatch(/complete$/is);
  await stopping;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test("a client that connects at the moment of a stop still gets its answer", async () => {
  const { server, open } = await start(({ outgoing }) => outgoing.end("complete"));
  const stopping = server.stop();
  const lateSocket = open();
  lateSocket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await readToEnd(lateSocket)).toMatch(/complete$/is);
  await stopping;
});

test("the server disconnects slow senders at a stop, and finishes complete requests", async () => {
  const longTimeouts = { arriving: 100, stop: 600_000, headers: 600_000 };
  let finish: (() => void) | undefined;
  const { server, open } = await start(({ incoming, outgoing }) => {
    if (incoming.method === "GET") finish = () => outgoing.end("complete");
  }, longTimeouts);
  const [runningSocket, silentSocket, headSocket, bodySocket] = [open(), open(), open(), open()];
  headSocket.write("GET / HTTP/1.1\r\nHost:");
  bodySocket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nbeginning");
  runningSocket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => finish).toBeDefined();
  const drip = setInterval(() => bodySocket.writable && bodySocket.write("x"), 10);
  const received = [silentSocket, headSocket, bodySocket].map(readToEnd);
  const stopping = server.stop();
  await Promise.all(received);
  clearInterval(drip);
  finish?.();
  expect(await readToEnd(runningSocket)).toMatch(/complete$/is);
  await stopping;
});

test("the server names the reason if the port is in use", async () => {
  const { port } = await start(() => {});
  await expect(listen(() => {}, { port, host: "127.0.0.1" })).rejects.toThrow("another program already uses it");
});

const MEGABYTE = 1024 * 1024;
/** The start of a request, which further headers follow. */
const POST = "POST / HTTP/1.1\r\nHost: x\r\nX-Client: x\r\n";

/** Starts a server that answers with the length of the body, or with its problem, and holds the body until then. */
async function startReading(sender: Sender = "stranger", path = "/") {
  let bytesRead = () => 0;
  // Clients on a busy machine may notice late that an idle connection was closed.
  const timeOuts = { keepAlive: 120_000 };
  const server = await start(async ({ incoming, outgoing }) => {
    const client = String(incoming.headers["x-client"]);
    bytesRead = () => incoming.socket.bytesRead;
    const body = await readBody(incoming, { path, client, sender: async () => sender, holder: async () => client });
    outgoing.once("close", () => "bytes" in body && body.release());
    outgoing.end("bytes" in body ? String(body.bytes.length) : body.problem);
    discardBody(incoming);
  }, timeOuts);
  return { ...server, receivedBytes: () => bytesRead() };
}

function post(port: number, body: BodyInit, client = "somebody"): Promise<string> {
  const init = { method: "POST", headers: { "X-Client": client }, body, duplex: "half" } as RequestInit;
  return fetch(`http://127.0.0.1:${port}/`, init).then((answer) => answer.text());
}

/** Announces a body of `announced` bytes and sends `sent` of them; `answer` is the start of the answer. */
function begin(open: () => Socket, client: string, { announced, sent }: { announced: number; sent: number }) {
  const socket = open();
  const answer = once(socket, "data").then(String);
  const head = ["POST / HTTP/1.1", "Host: x", `X-Client: ${client}`, `Content-Length: ${announced}`];
  socket.write(`${head.join("\r\n")}\r\n\r\n${"x".repeat(sent)}`);
  return { socket, answer };
}

test("the server reads a body completely, also byte by byte, and reports one that breaks off", async () => {
  const outcomes: unknown[] = [];
  const { open, port } = await start(async ({ incoming, outgoing }) => {
    const body = await readBody(incoming, {
      path: "/",
      client: null,
      sender: async () => "stranger",
      holder: async () => null,
    });
    outcomes.push("bytes" in body ? body.bytes.toString().length : body.problem);
    outgoing.end();
  });
  await post(port, "x".repeat(3_000_000));
  open().write(`${POST}Transfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(900)}0\r\n\r\n`);
  await expect.poll(() => outcomes).toEqual([3_000_000, 900]);
  const socket = open();
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  await once(socket, "connect");
  socket.end();
  await expect.poll(() => outcomes).toEqual([3_000_000, 900, "aborted"]);
});

test("the server disconnects a client that sends thousands of chunks of one byte, whether its body is read or discarded", async () => {
  const readingServer = await startReading();
  const discardingServer = await start(({ incoming, outgoing }) => {
    outgoing.flushHeaders();
    discardBody(incoming);
  });
  for (const { open } of [readingServer, discardingServer]) {
    const socket = open();
    socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(20_000)}`);
    await readToEnd(socket);
  }
});

test("the server gives strangers a minute for a body, users ten, and editors no limit above the minimum speed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const outcomes: Record<string, string> = {};
  const senders = await Promise.all(
    (["stranger", "user", "editor"] as const).map(async (sender) => {
      const { open, receivedBytes } = await startReading(sender);
      const socket = open();
      socket.on("data", (answer) => Object.assign(outcomes, { [sender]: String(answer).match(/\w+$/)?.[0] }));
      socket.write(`${POST}Content-Length: 3000000\r\n\r\n`);
      return { socket, receivedBytes };
    }),
  );
  let sentBytes = 0;
  /** Sends at twice the minimum speed for the given number of minutes. */
  const sendFor = async (minutes: number) => {
    sentBytes += minutes * 240_000;
    for (const { socket } of senders) socket.write("x".repeat(minutes * 240_000));
    await expect.poll(() => senders.every(({ receivedBytes }) => receivedBytes() >= sentBytes)).toBe(true);
    await vi.advanceTimersByTimeAsync(minutes * 60_000 + 1_500);
  };
  await sendFor(1);
  await expect.poll(() => outcomes).toEqual({ stranger: "tooSlow" });
  await sendFor(9);
  await expect.poll(() => outcomes).toEqual({ stranger: "tooSlow", user: "tooSlow" });
  senders.at(-1)?.socket.write("x".repeat(3_000_000 - sentBytes));
  await expect.poll(() => outcomes).toEqual({ stranger: "tooSlow", user: "tooSlow", editor: "3000000" });
});

test.skipIf(process.platform !== "linux")(
  "the server limits the connections of a client to those it leaves free, so that another client gets one",
  async () => {
    // The time-out is long, so that no connection is closed for its silence.
    const { open, port } = await start(({ outgoing }) => outgoing.end("here"), { headers: 600_000 });
    const closings: Promise<unknown>[] = [];
    // Opens fewer at a time than the system's backlog, because others would retry only after seconds.
    while (closings.length < 2_100) {
      const sockets = Array.from({ length: 300 }, open);
      closings.push(...sockets.map(readToEnd));
      await Promise.all(sockets.map((socket) => once(socket, "connect")));
    }
    await Promise.race(closings);
    const somebody = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    somebody.write("GET / HTTP/1.0\r\n\r\n");
    expect(await readToEnd(somebody)).toContain("here");
  },
);

test("the server accepts large bodies only from editors, and only at addresses for images", async () => {
  const largeText = "x".repeat(6 * MEGABYTE);
  const outcomes: string[] = [];
  for (const [sender, path] of [
    ["stranger", "/api/experts/x"],
    ["user", "/api/experts/x"],
    ["editor", "/api/experts/x"],
    ["editor", "/api/nothing"],
  ] as const) {
    const { port } = await startReading(sender, path);
    outcomes.push(await post(port, largeText), await post(port, streamOf(largeText)));
  }
  const [problem, length] = ["tooLarge", String(largeText.length)];
  expect(outcomes).toEqual([problem, problem, problem, problem, length, length, problem, problem]);
});

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream();
}

test("the server frees the memory of each body, whether it was read or refused", async () => {
  const { port } = await startReading("editor", "/api/experts/x");
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all([25, 27].map((size) => post(port, "x".repeat(size * MEGABYTE))));
    expect(answers).toEqual([String(25 * MEGABYTE), "tooLarge"]);
  }
});

test("the server reserves no memory for announced bytes: beside 600 announcements of 4 MB another client's 4 MB are read", async () => {
  const { open, port } = await startReading();
  for (let index = 0; index < 600; index++) begin(open, `promise ${index % 20}`, { announced: 4 * MEGABYTE, sent: 10 });
  expect(await post(port, "x".repeat(4 * MEGABYTE))).toBe(String(4 * MEGABYTE));
});

test("the server always has room for small bodies: it abandons those that have been arriving the longest", async () => {
  const { open, port } = await startReading();
  // Sends 36 MB, more than the pool of small bodies, each from a different client.
  const holders = Array.from({ length: 600 }, (_, index) =>
    begin(open, `holder ${index}`, { announced: 65_000, sent: 64_000 }),
  );
  const [oldest, newest] = [holders[0], holders.at(-1)];
  expect(await oldest?.answer).toContain("tooMany");
  expect(await post(port, "x".repeat(1_000))).toBe("1000");
  expect(await post(port, streamOf("x".repeat(60_000)), "one more")).toBe("60000");
  newest?.socket.write("x".repeat(1_000));
  expect(await newest?.answer).toContain("65000");
});
