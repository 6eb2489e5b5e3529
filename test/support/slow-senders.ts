/** Simulates clients whose requests never end, from many networks (TRUST_PROXY). */
import { connect, type Socket } from "node:net";
import type { Site } from "./site";

export interface SlowBody {
  method?: "POST" | "PUT";
  path: string;
  type: string;
  /** The Content-Length; undefined sends chunks without a length. */
  announcedBytes?: number;
  /** The number of bytes sent at once. The rest comes slowly. */
  sentBytes: number;
  headers?: Record<string, string>;
}

export interface Senders {
  networks: number;
  /** Connections of each network. */
  connectionsPerNetwork: number;
  /** Bytes per second of each connection after its first second; 0 sends nothing more. */
  bytesPerSecond: number;
}

export interface Attack extends Senders {
  bodies: SlowBody[];
}

const MEGABYTE = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
export const MULTIPART = "multipart/form-data; boundary=b";

/** Bytes per second, slightly more than the slowest speed that the server accepts. */
const ALLOWED_SPEED = 2_200;
const TWENTY_NETWORKS: Senders = { networks: 20, connectionsPerNetwork: 10, bytesPerSecond: ALLOWED_SPEED };

/** Returns an attack on each budget and queue of request bodies. `cookies` are sessions of people without a role. */
export function slowAttacks(cookies: string[]): Record<string, Attack> {
  return {
    "announced lengths of 26 MB where editors send images, and shorter ones": {
      ...TWENTY_NETWORKS,
      bodies: [25.9, 25.9, 4, 1, 0.3, 0.06, 0.01].map((megabytes, index) => ({
        method: "PUT",
        path: index % 2 ? "/api/admin/experts" : "/api/experts/x",
        type: JSON_TYPE,
        announcedBytes: megabytes * MEGABYTE,
        sentBytes: 9_000,
      })),
    },
    "texts of 4 MB and less": {
      ...TWENTY_NETWORKS,
      bodies: [4.4, 2, 0.5, 0.1].map((megabytes, index) => ({
        path: index % 2 ? "/submit" : "/api/submissions",
        type: index % 2 ? FORM : JSON_TYPE,
        announcedBytes: megabytes * MEGABYTE,
        sentBytes: megabytes * 0.15 * MEGABYTE,
      })),
    },
    "small forms that are almost complete, many of each network": {
      ...TWENTY_NETWORKS,
      connectionsPerNetwork: 40,
      bodies: [{ path: "/login", type: FORM, announcedBytes: 65_000, sentBytes: 60_000 }],
    },
    "small forms that are almost complete, of more networks than there is room for": {
      ...TWENTY_NETWORKS,
      networks: 700,
      connectionsPerNetwork: 1,
      bodies: [{ path: "/login", type: FORM, announcedBytes: 65_000, sentBytes: 60_000 }],
    },
    "sign-ins below the slowest speed": {
      networks: 20,
      connectionsPerNetwork: 25,
      bytesPerSecond: 1_200,
      bodies: [{ path: "/api/auth/login", type: JSON_TYPE, announcedBytes: 60_000, sentBytes: 1_200 }],
    },
    "bodies in chunks without a length": {
      ...TWENTY_NETWORKS,
      bodies: [
        { path: "/api/auth/login", type: JSON_TYPE, sentBytes: 100_000 },
        { path: "/submit", type: MULTIPART, sentBytes: 9_000 },
        { path: "/mcp", type: JSON_TYPE, sentBytes: 9_000 },
      ],
    },
    "small forms with files": {
      ...TWENTY_NETWORKS,
      bytesPerSecond: 0,
      bodies: [{ path: "/login", type: MULTIPART, announcedBytes: 200, sentBytes: 199 }],
    },
    "large forms with files": {
      ...TWENTY_NETWORKS,
      bodies: ["/submit", "/admin/uploader", "/api/admin/images", "/submit"].map((path) => ({
        path,
        type: MULTIPART,
        announcedBytes: MEGABYTE,
        sentBytes: 9_000,
      })),
    },
    "large forms with files of people with an account": {
      ...TWENTY_NETWORKS,
      bodies: cookies.map((Cookie) => ({
        path: "/submit",
        type: MULTIPART,
        announcedBytes: MEGABYTE,
        sentBytes: 9_000,
        headers: { Cookie },
      })),
    },
  };
}

/**
 * Lets each network send the bodies in turn, and connect again when it is disconnected. Resolves when each connection has
 * sent its first part. Returns the function that ends the attack.
 */
export async function sendSlowly(
  site: Site,
  { bodies, networks, connectionsPerNetwork, bytesPerSecond }: Attack,
): Promise<() => void> {
  const connections = new Set<Connection>();
  let isOver = false;
  const keepConnected = async (index: number): Promise<void> => {
    const network = index % networks;
    const body = bodies[Math.floor(index / networks) % bodies.length] as SlowBody;
    const connection = openConnection(site, body, `203.0.${Math.floor(network / 250)}.${network % 250}`);
    connections.add(connection);
    connection.socket.once("close", () => {
      connections.delete(connection);
      if (!isOver) setTimeout(() => isOver || keepConnected(index), 1_000);
    });
    await connection.firstPartSent;
  };
  await Promise.all(Array.from({ length: networks * connectionsPerNetwork }, (_, index) => keepConnected(index)));
  const timer = setInterval(() => {
    for (const { sendMore } of connections) sendMore(bytesPerSecond);
  }, 1_000);
  return () => {
    isOver = true;
    clearInterval(timer);
    for (const { socket } of connections) socket.destroy();
  };
}

interface Connection {
  socket: Socket;
  firstPartSent: Promise<void>;
  sendMore(bytes: number): void;
}

function openConnection(site: Site, body: SlowBody, network: string): Connection {
  const { hostname, port, host } = new URL(site.url);
  const { method = "POST", path, type, announcedBytes, sentBytes, headers = {} } = body;
  const isChunked = announcedBytes === undefined;
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `X-Forwarded-For: ${network}`,
    `Content-Type: ${type}`,
    isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${Math.floor(announcedBytes)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  let bytesLeft = isChunked ? Number.POSITIVE_INFINITY : Math.floor(announcedBytes) - 1;
  const nextPiece = (bytes: number) => {
    const length = Math.min(Math.floor(bytes), bytesLeft);
    bytesLeft -= length;
    if (length === 0) return "";
    const text = beginningOf(type, length);
    return isChunked ? `${length.toString(16)}\r\n${text}\r\n` : text;
  };
  const socket = connect(Number(port), hostname);
  socket.resume();
  const firstPartSent = new Promise<void>((resolve) => {
    socket.on("error", () => resolve()).once("close", () => resolve());
    socket.once("connect", () => socket.write(`${head.join("\r\n")}\r\n\r\n${nextPiece(sentBytes)}`, () => resolve()));
  });
  const sendMore = (bytes: number) => {
    if (socket.writable && bytesLeft > 0) socket.write(nextPiece(bytes));
  };
  return { socket, firstPartSent, sendMore };
}

/** The head of a file in a multipart body. */
const FILE_HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

/** Returns the beginning of a body, in a form that the endpoint goes on reading. */
function beginningOf(type: string, length: number): string {
  const start = type.startsWith("multipart/") ? FILE_HEAD : type.endsWith("json") ? '{"email":"' : "email=";
  return start.padEnd(length, "a").slice(0, length);
}
