/** Sends malformed or slow requests over a socket, and reads the answer even before the whole request is sent. */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Site } from "./site";

export interface RawAnswer {
  /** The status; 0 when the connection ended without an answer. */
  status: number;
  /** The headers and the body as received, with the sizes of chunks. */
  text: string;
}

export interface RawRequest {
  head: string[];
  pieces: (string | Buffer)[];
  /** Milliseconds to wait after each piece. Without a pause the system may send pieces together. */
  pause?: number;
}

/** Sends a request on a new connection, returns the answer when it is complete, and closes the connection. */
export async function sendRaw(site: Site, request: RawRequest): Promise<RawAnswer> {
  const socket = await openSocket(site);
  try {
    return await exchangeOn(socket, request);
  } finally {
    socket.destroy();
  }
}

export function openSocket(site: Pick<Site, "url">): Promise<Socket> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Writes the pieces one after the other, each in a separate packet, until the answer is complete. */
export async function exchangeOn(socket: Socket, { head, pieces, pause }: RawRequest): Promise<RawAnswer> {
  socket.setNoDelay(true);
  const answer = readAnswer(socket);
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

/** Resolves when the system has taken the bytes, or the connection is closed. */
function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      socket.off("close", finish);
      resolve();
    };
    socket.once("close", finish);
    socket.write(bytes, finish);
  });
}

function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = "";
    const finish = () => {
      socket.off("data", onData).off("close", finish);
      resolve({ status: Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    const onData = (chunk: Buffer) => {
      text = (text + chunk.toString("latin1")).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
      if (isComplete(text)) finish();
    };
    socket.on("error", () => {});
    socket.on("data", onData).once("close", finish);
  });
}

function isComplete(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /^content-length: (\d+)$/im.exec(text.slice(0, end))?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return /^transfer-encoding: chunked$/im.test(text.slice(0, end)) ? text.endsWith("\r\n0\r\n\r\n") : false;
}

/** Splits a body into chunks of the chunked transfer coding (RFC 9112 §7.1). */
export function toChunks(bytes: Buffer, size: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let offset = 0; offset < bytes.length; offset += size) {
    const part = bytes.subarray(offset, offset + size);
    chunks.push(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]));
  }
  return chunks;
}
