/** A local web server that replaces other people's sites, which the site opens. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface PageServer {
  /** For example http://127.0.0.1:41234. */
  url: string;
  port: number;
  /** The answer of each path: an HTML page, a status, or a function that answers. All other paths answer 404. */
  answers: Record<string, string | number | RequestListener>;
  /** The paths of all requests in their order. */
  requestedPaths: string[];
  stop(): Promise<void>;
}

/** Starts on a free port and adds itself to FETCH_PRIVATE. Call it before the app's modules are loaded (`vi.hoisted`). */
export async function startPageServer(host = "127.0.0.1"): Promise<PageServer> {
  const answers: PageServer["answers"] = {};
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requestedPaths.push(path);
    const answer = answers[path.split("?", 1)[0] ?? ""] ?? 404;
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
  return { url: `http://${host}:${port}`, port, answers, requestedPaths, stop };
}
