import { Writable } from "node:stream";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { contentSecurityPolicy } from "./content-security.server";
import { SERVER_SAYS } from "./http.server";
import { log } from "./log.server";
import { textResponse } from "./whole-texts.server";

/** Renders the whole page before answering: its scripts can then be named in the policy, and its length is known. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const rendered = await render(<RemixServer context={context} url={request.url} />);
  const short = rendered.replace(RESTORE, RESTORE_SHORT);
  const html = needsScriptsAtOnce(context) ? short : letScriptsWait(short);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(html));
  return textResponse(html, { status, headers });
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

/** The framework's script that puts a page that was loaded anew back to where it was; it is sent with all its spaces. */
const RESTORE = /<script>\(\(STORAGE_KEY[\s\S]*?<\/script>/;
/** The same in fewer bytes (performance.md): the page's key in the history, and the place that is kept under it. */
const RESTORE_SHORT = `<script>((h,y)=>{h.state?.key||h.replaceState({key:Math.random().toString(32).slice(2)},"");try{y=JSON.parse(sessionStorage.positions)[h.state.key];y>=0&&scrollTo(0,y)}catch{}})(history)</script>`;

/** The curator's desk is worked by single keys: the first one counts, and must not be what starts the scripts. */
function needsScriptsAtOnce({ staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => route.id === "routes/admin");
}

/**
 * Keeps the framework's scripts from loading with the page: only attributes change (other types and rels), so that
 * hydration finds the nodes it expects. `components/start-script.tsx` starts them when the reader does something.
 */
function letScriptsWait(html: string): string {
  return html
    .replace(/<script type="module" async="">/g, '<script type="text/later" async="">')
    .replace(/<link rel="modulepreload"/g, '<link rel="later"');
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
