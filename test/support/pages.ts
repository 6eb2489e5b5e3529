/** A web server of somebody else, for what the site opens out there. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Pages {
  /** Such as http://127.0.0.1:41234. */
  url: string;
  port: number;
  /** What answers at a path: a page, a status, or anything else there is to do. Everything else is a 404. */
  at: Record<string, string | number | RequestListener>;
  /** Paths that were asked for, in their order. */
  asked: string[];
  stop(): Promise<void>;
}

/** On a free port, named in FETCH_PRIVATE of this process: call it before the app's modules are loaded (`vi.hoisted`). */
export async function startPages(host = "127.0.0.1"): Promise<Pages> {
  const at: Pages["at"] = {};
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    const answer = at[path.split("?", 1)[0] ?? ""] ?? 404;
    if (typeof answer === "function") answer(request, response);
    else if (typeof answer === "number") response.writeHead(answer).end("<h1>Not what was asked for</h1>");
    else response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(answer);
  });
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  process.env.FETCH_PRIVATE = [process.env.FETCH_PRIVATE, `${host}:${port}`].filter(Boolean).join(",");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://${host}:${port}`, port, at, asked, stop };
}
