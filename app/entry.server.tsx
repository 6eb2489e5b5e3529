import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext, NoScriptsContext, SourceContext } from "~/components/layout/start-script";
import { analytics } from "~/services/analytics.server";
import { log } from "./log.server";
import { newSecret } from "./services/secrets.server";
import { START_SOURCE } from "./start-source.server";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce = newSecret() }: AppLoadContext,
): Promise<Response> {
  const rendered = await render(
    <NonceContext.Provider value={nonce}>
      <SourceContext.Provider value={START_SOURCE}>
        <NoScriptsContext.Provider value={isLongAnswer(context)}>
          <RemixServer context={context} url={request.url} nonce={nonce} />
        </NoScriptsContext.Provider>
      </SourceContext.Provider>
    </NonceContext.Provider>,
    nonce,
  );
  // React 18 fills up a buffer in which a character of several bytes found no room; HTML has no U+0000.
  const html = rendered.replaceAll("\0", "");
  // Starts the scripts of admin pages at once: single keys work there, and the first one must count.
  const isAdminPage = context.staticHandlerContext.matches.some(({ route }) => route.id === "routes/admin");
  const { actionHeaders, loaderHeaders } = context.staticHandlerContext;
  for (const routeHeaders of [actionHeaders, loaderHeaders].flatMap(Object.values<Headers>)) {
    // Reads the headers of a thrown error, which a page with its boundary does not have.
    const seconds = status >= 400 && routeHeaders.get("Retry-After");
    if (seconds && !headers.has("Retry-After")) headers.set("Retry-After", seconds);
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentPolicy(nonce));
  const whole = withinBody(html);
  return new Response(isAdminPage ? whole : deferScripts(whole), { status, headers });
}

/** A long refused form stands in the markup; scripts would need all of it a second time. */
function isLongAnswer({ staticHandlerContext: { actionData, errors } }: EntryContext): boolean {
  return JSON.stringify(errors ?? actionData ?? null).length > MAX_ANSWER_LENGTH;
}

const MAX_ANSWER_LENGTH = 64 * 1024;

function render(element: React.ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(element, {
      nonce,
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
      onError: (error) => log.error({ err: error }, "a component failed while rendering"),
    });
  });
}

/** Remix writes the data of a page behind `</html>`, where no element is allowed; browsers put it at the end of the body. */
function withinBody(html: string): string {
  const at = html.lastIndexOf(END);
  return at < 0 ? html : html.slice(0, at) + html.slice(at + END.length) + END;
}

const END = "</body></html>";

/**
 * Makes Remix's module script and the links to its imports wait until components/start-script.tsx puts them into the places
 * where hydration looks for them. Until then the script is a block of text that names the files.
 */
function deferScripts(html: string): string {
  let files = "";
  const without = html.replace(PRELOADS, (links) => {
    files = Array.from(links.matchAll(/href="([^"]*)"/g), ([, href]) => href).join(" ");
    return "";
  });
  return without.replace(
    /<script([^<>]*) type="module" async=""/,
    (_, before) => `<script${before} type="text/plain" data-later="${files}"`,
  );
}

const PRELOADS = /(?:<link rel="modulepreload" href="[^"]*"\/>)+/;

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  // The client's mistake, such as posting to a page that accepts nothing.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error({ id: context.requestId, err: error, path: new URL(request.url).pathname }, "unexpected error");
}

/** Allows scripts from this site or with the nonce, and no inline styles. */
function contentPolicy(nonce: string): string {
  const { connect, script } = analytics.hosts;
  return [
    "default-src 'none'",
    `script-src ${["'self'", `'nonce-${nonce}'`, ...script].join(" ")}`,
    "style-src 'self'",
    // External images are copied here; some analytics report through an image.
    `img-src ${["'self'", "data:", ...connect].join(" ")}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
