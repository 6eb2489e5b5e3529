/** Sends bytes over a socket, as no browser would, and reads the answer even while the rest is still to be sent. */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Site } from "./site";

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  status: number;
  /** Headers and body as they came, chunks included. */
  text: string;
}

export interface RawRequest {
  head: string[];
  pieces: (string | Buffer)[];
  /** Of each piece, in milliseconds: the system sends pieces together that nothing parts. */
  pause?: number;
}

/** Gives the answer once it is whole, and the connection, for tests that go on with it. */
export async function sendRaw(site: Site, request: RawRequest): Promise<RawAnswer> {
  const socket = await open(site);
  try {
    return await exchange(socket, request);
  } finally {
    socket.destroy();
  }
}

export function open(site: Pick<Site, "url">): Promise<Socket> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Writes the pieces one after the other, each in a packet of its own, until the answer is whole. */
export async function exchange(socket: Socket, { head, pieces, pause }: RawRequest): Promise<RawAnswer> {
  socket.setNoDelay(true);
  const answer = answerOn(socket);
  let isAnswered = false;
  answer.then(() => {
    isAnswered = true;
  });
  await write(socket, `${head.join("\r\n")}\r\n\r\n`);
  for (const piece of pieces) {
    if (isAnswered) break;
    await write(socket, piece);
    if (pause !== undefined) await delay(pause);
  }
  return answer;
}

/** Resolves once the system has taken it, or nobody takes it any more. */
function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off("close", done);
      resolve();
    };
    socket.once("close", done);
    socket.write(bytes, done);
  });
}

function answerOn(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = "";
    const end = () => {
      socket.off("data", read).off("close", end);
      resolve({ status: Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    const read = (chunk: Buffer) => {
      text = (text + chunk.toString("latin1")).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
      if (isWhole(text)) end();
    };
    socket.on("error", () => {});
    socket.on("data", read).once("close", end);
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /^content-length: (\d+)$/im.exec(text.slice(0, end))?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return /^transfer-encoding: chunked$/im.test(text.slice(0, end)) ? text.endsWith("\r\n0\r\n\r\n") : false;
}

/** The body in chunks of a transfer coding (RFC 9112 §7.1). */
export function chunked(bytes: Buffer, size: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    chunks.push(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]));
  }
  return chunks;
}
