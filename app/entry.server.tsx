import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext, NoScriptsContext, SourceContext } from "~/components/layout/start-script";
import { analytics } from "~/services/analytics.server";
import { START_SOURCE } from "./http/start-source.server";
import { log } from "./log.server";
import { withoutSecrets } from "./server/secret-paths.server";
import { newSecret } from "./services/secrets.server";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce = newSecret() }: AppLoadContext,
): Promise<Response> {
  const renderedHtml = await render(
    <NonceContext.Provider value={nonce}>
      <SourceContext.Provider value={START_SOURCE}>
        <NoScriptsContext.Provider value={isLargeAnswer(context)}>
          <RemixServer context={context} url={request.url} nonce={nonce} />
        </NoScriptsContext.Provider>
      </SourceContext.Provider>
    </NonceContext.Provider>,
    nonce,
  );
  // React 18 pads its buffers with U+0000, which HTML does not allow.
  const html = renderedHtml.replaceAll("\0", "");
  // Starts scripts with the page, because keyboard shortcuts must work from the first key.
  const isAdminPage = context.staticHandlerContext.matches.some(({ route }) => route.id === "routes/admin");
  const { actionHeaders, loaderHeaders } = context.staticHandlerContext;
  for (const routeHeaders of [actionHeaders, loaderHeaders].flatMap(Object.values<Headers>)) {
    // Copies Retry-After of a thrown error, because an error boundary has no headers of its own.
    const seconds = status >= 400 && routeHeaders.get("Retry-After");
    if (seconds && !headers.has("Retry-After")) headers.set("Retry-After", seconds);
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentPolicy(nonce));
  const document = moveScriptsIntoBody(html);
  return new Response(isAdminPage ? document : deferScripts(document), { status, headers });
}

/** Tells whether a refused form is too long to send a second time, as the data of the scripts. */
function isLargeAnswer({ staticHandlerContext: { actionData, errors } }: EntryContext): boolean {
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

/** Moves the scripts that Remix writes behind `</html>`, where HTML allows no element, to the end of the body. */
function moveScriptsIntoBody(html: string): string {
  const index = html.lastIndexOf(DOCUMENT_END);
  return index < 0 ? html : html.slice(0, index) + html.slice(index + DOCUMENT_END.length) + DOCUMENT_END;
}

const DOCUMENT_END = "</body></html>";

/**
 * Turns Remix's module script into inert text that lists its files, and removes the preload links. START_SOURCE restores
 * both, in the places where hydration expects them.
 */
function deferScripts(html: string): string {
  let files = "";
  const htmlWithoutPreloads = html.replace(PRELOADS, (links) => {
    files = Array.from(links.matchAll(/href="([^"]*)"/g), ([, href]) => href).join(" ");
    return "";
  });
  return htmlWithoutPreloads.replace(
    /<script([^<>]*) type="module" async=""/,
    (_, attributes) => `<script${attributes} type="text/plain" data-later="${files}"`,
  );
}

const PRELOADS = /(?:<link rel="modulepreload" href="[^"]*"\/>)+/;

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  // Ignores mistakes of the client, such as posting to a page without a form.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error(
    { id: context.requestId, err: error, path: withoutSecrets(new URL(request.url).pathname) },
    "unexpected error",
  );
}

/** Allows scripts from this site or with the nonce, and no inline styles. */
function contentPolicy(nonce: string): string {
  const { connect, script } = analytics.hosts;
  return [
    "default-src 'none'",
    `script-src ${["'self'", `'nonce-${nonce}'`, ...script].join(" ")}`,
    "style-src 'self'",
    // Other sites' images are copied to this site; some analytics services report through an image.
    `img-src ${["'self'", "data:", ...connect].join(" ")}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
