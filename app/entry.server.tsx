import { Writable } from "node:stream";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { SERVER_SAYS } from "./http.server";
import { log } from "./log.server";
import { pageResponse } from "./page-html.server";

/** Renders the pages that are not made straight (serving/pages.server.tsx), each as a whole before it is answered. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const rendered = await render(<RemixServer context={context} url={request.url} />);
  const routeIds = context.staticHandlerContext.matches.map(({ route }) => route.id);
  return pageResponse(rendered, { status, headers, routeIds });
}

function render(element: React.ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(element, {
      // A failure of the stream is the answer's failure; a promise that nobody waits for would end the process.
      onAllReady: () => stream.pipe(new Page(resolve).on("error", reject)),
      onShellError: reject,
      onError: (error) => log.error({ err: error }, "a component failed while rendering"),
    });
  });
}

/** Collects what is rendered. */
class Page extends Writable {
  readonly #chunks: Uint8Array[] = [];

  constructor(done: (html: string) => void) {
    super({ final: (ended) => ended(void done(Buffer.concat(this.#chunks).toString())) });
  }

  override _write(chunk: Uint8Array, _encoding: string, taken: () => void): void {
    this.#chunks.push(chunk);
    taken();
  }
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  // What only the asker did wrong, such as posting to a page that takes nothing.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error(
    { id: request.headers.get(SERVER_SAYS.id), err: error, path: new URL(request.url).pathname },
    "unexpected fault",
  );
}
