/** Clients whose requests never end, from as many networks as they like (TRUST_PROXY). */
import { connect, type Socket } from "node:net";
import type { Site } from "./site";

export interface SlowBody {
  method?: "POST" | "PUT";
  path: string;
  type: string;
  /** In bytes; undefined sends chunks without a word about how many. */
  announced?: number;
  /** In bytes, at once; the rest comes slowly. */
  sent: number;
  headers?: Record<string, string>;
}

export interface Senders {
  networks: number;
  /** Connections of each network. */
  each: number;
  /** Of each connection, from the second second on; 0 sends nothing more. */
  bytesPerSecond: number;
}

/** Each network sends the bodies in turn. Resolves once each connection has sent its first part. Gives the function that ends all of them. */
export async function sendSlowly(site: Site, bodies: SlowBody[], senders: Senders): Promise<() => void> {
  const { networks, each, bytesPerSecond } = senders;
  const connections = Array.from({ length: networks * each }, (_, at) => {
    const network = at % networks;
    const body = bodies[Math.floor(at / networks) % bodies.length] as SlowBody;
    return open(site, body, `203.0.${Math.floor(network / 250)}.${network % 250}`);
  });
  await Promise.all(connections.map(({ begun }) => begun));
  const timer = setInterval(() => {
    for (const { more } of connections) more(bytesPerSecond);
  }, 1_000);
  return () => {
    clearInterval(timer);
    for (const { socket } of connections) socket.destroy();
  };
}

function open(site: Site, body: SlowBody, network: string): Connection {
  const { hostname, port, host } = new URL(site.url);
  const { method = "POST", path, type, announced, sent, headers = {} } = body;
  const socket = connect(Number(port), hostname);
  const isChunked = announced === undefined;
  const framed = (piece: string) => (isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `X-Forwarded-For: ${network}`,
    `Content-Type: ${type}`,
    isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${announced}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  let left = isChunked ? Number.POSITIVE_INFINITY : announced - 1;
  const piece = (bytes: number) => {
    const length = Math.min(bytes, left);
    left -= length;
    return length > 0 ? framed(beginningOf(type, length)) : "";
  };
  const begun = new Promise<void>((resolve) => {
    socket.on("error", () => resolve()).once("close", () => resolve());
    socket.once("connect", () => socket.write(`${head.join("\r\n")}\r\n\r\n${piece(sent)}`, () => resolve()));
  });
  socket.resume();
  const more = (bytes: number) => {
    if (socket.writable && bytes > 0) socket.write(piece(bytes));
  };
  return { socket, begun, more };
}

interface Connection {
  socket: Socket;
  begun: Promise<void>;
  more(bytes: number): void;
}

const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

/** As much of a body that its endpoint would go on reading. */
function beginningOf(type: string, length: number): string {
  const start = type.startsWith("multipart/") ? PART : type.endsWith("json") ? '{"email":"' : "email=";
  return start.padEnd(length, "a").slice(0, length);
}
