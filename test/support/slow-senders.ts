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

export interface Attack extends Senders {
  bodies: SlowBody[];
}

const MEGABYTE = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
export const MULTIPART = "multipart/form-data; boundary=b";

/** A little more than the slowest speed that is let pass. */
const AS_SLOW_AS_ALLOWED = 2_200;
const TWENTY: Senders = { networks: 20, each: 10, bytesPerSecond: AS_SLOW_AS_ALLOWED };

/** One for every budget, lane and queue of bodies, by what it sends; `cookies` are sessions of people without a role. */
export function slowAttacks(cookies: string[]): Record<string, Attack> {
  return {
    "promises of 26 MB where editors send images, and of less": {
      ...TWENTY,
      bodies: [25.9, 25.9, 4, 1, 0.3, 0.06, 0.01].map((megabytes, at) => ({
        method: "PUT",
        path: at % 2 ? "/api/admin/experts" : "/api/experts/x",
        type: JSON_TYPE,
        announced: megabytes * MEGABYTE,
        sent: 9_000,
      })),
    },
    "texts of 4 MB and less": {
      ...TWENTY,
      bodies: [4.4, 2, 0.5, 0.1].map((megabytes, at) => ({
        path: at % 2 ? "/submit" : "/api/submissions",
        type: at % 2 ? FORM : JSON_TYPE,
        announced: megabytes * MEGABYTE,
        sent: megabytes * 0.15 * MEGABYTE,
      })),
    },
    "small forms that are almost complete, many of each network": {
      ...TWENTY,
      each: 40,
      bodies: [{ path: "/login", type: FORM, announced: 65_000, sent: 60_000 }],
    },
    "small forms that are almost complete, of more networks than there is room for": {
      ...TWENTY,
      networks: 700,
      each: 1,
      bodies: [{ path: "/login", type: FORM, announced: 65_000, sent: 60_000 }],
    },
    "sign-ins below the slowest speed": {
      networks: 20,
      each: 25,
      bytesPerSecond: 1_200,
      bodies: [{ path: "/api/auth/login", type: JSON_TYPE, announced: 60_000, sent: 1_200 }],
    },
    "bodies in chunks without a length": {
      ...TWENTY,
      bodies: [
        { path: "/api/auth/login", type: JSON_TYPE, sent: 100_000 },
        { path: "/submit", type: MULTIPART, sent: 9_000 },
        { path: "/mcp", type: JSON_TYPE, sent: 9_000 },
      ],
    },
    "small forms with files": {
      ...TWENTY,
      bytesPerSecond: 0,
      bodies: [{ path: "/login", type: MULTIPART, announced: 200, sent: 199 }],
    },
    "large forms with files": {
      ...TWENTY,
      bodies: ["/submit", "/admin/uploader", "/api/admin/images", "/submit"].map((path) => ({
        path,
        type: MULTIPART,
        announced: MEGABYTE,
        sent: 9_000,
      })),
    },
    "large forms with files of people with an account": {
      ...TWENTY,
      bodies: cookies.map((Cookie) => ({
        path: "/submit",
        type: MULTIPART,
        announced: MEGABYTE,
        sent: 9_000,
        headers: { Cookie },
      })),
    },
  };
}

/**
 * Each network sends the bodies in turn, and again when it is disconnected. Resolves once each connection has sent its
 * first part. Gives the function that ends all of them.
 */
export async function sendSlowly(site: Site, { bodies, networks, each, bytesPerSecond }: Attack): Promise<() => void> {
  const connections = new Set<Connection>();
  let isOver = false;
  const begin = async (at: number): Promise<void> => {
    const network = at % networks;
    const body = bodies[Math.floor(at / networks) % bodies.length] as SlowBody;
    const connection = open(site, body, `203.0.${Math.floor(network / 250)}.${network % 250}`);
    connections.add(connection);
    connection.socket.once("close", () => {
      connections.delete(connection);
      if (!isOver) setTimeout(() => isOver || begin(at), 1_000);
    });
    await connection.begun;
  };
  await Promise.all(Array.from({ length: networks * each }, (_, at) => begin(at)));
  const timer = setInterval(() => {
    for (const { more } of connections) more(bytesPerSecond);
  }, 1_000);
  return () => {
    isOver = true;
    clearInterval(timer);
    for (const { socket } of connections) socket.destroy();
  };
}

interface Connection {
  socket: Socket;
  begun: Promise<void>;
  more(bytes: number): void;
}

function open(site: Site, body: SlowBody, network: string): Connection {
  const { hostname, port, host } = new URL(site.url);
  const { method = "POST", path, type, announced, sent, headers = {} } = body;
  const isChunked = announced === undefined;
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `X-Forwarded-For: ${network}`,
    `Content-Type: ${type}`,
    isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${Math.floor(announced)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  let left = isChunked ? Number.POSITIVE_INFINITY : Math.floor(announced) - 1;
  const piece = (bytes: number) => {
    const length = Math.min(Math.floor(bytes), left);
    left -= length;
    if (length === 0) return "";
    const text = beginningOf(type, length);
    return isChunked ? `${length.toString(16)}\r\n${text}\r\n` : text;
  };
  const socket = connect(Number(port), hostname);
  socket.resume();
  const begun = new Promise<void>((resolve) => {
    socket.on("error", () => resolve()).once("close", () => resolve());
    socket.once("connect", () => socket.write(`${head.join("\r\n")}\r\n\r\n${piece(sent)}`, () => resolve()));
  });
  const more = (bytes: number) => {
    if (socket.writable && left > 0) socket.write(piece(bytes));
  };
  return { socket, begun, more };
}

const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

/** As much of a body that its endpoint would go on reading. */
function beginningOf(type: string, length: number): string {
  const start = type.startsWith("multipart/") ? PART : type.endsWith("json") ? '{"email":"' : "email=";
  return start.padEnd(length, "a").slice(0, length);
}
