/** Renders the card of a profile for other sites: one small document without scripts. */
import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import type { EmbedCard } from "~/models/records/profiles/embed.server";

// The style must not contain characters that React escapes, because the policy has its hash.
const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:15px/1.4 system-ui,sans-serif;background:light-dark(#fff,#16181d);color:light-dark(#1c1b19,#ece9e2)}
a{color:inherit;text-decoration:none}
main{box-sizing:border-box;height:100vh;max-height:190px;display:flex;gap:14px;padding:14px;border:1px solid light-dark(#d9d5cc,#3a3d45);border-radius:10px;overflow:hidden}
img{width:96px;height:96px;border-radius:50%;object-fit:cover;flex:none}
div{display:grid;flex:none;place-items:center;align-self:start}
div *{grid-area:1/1}
b{font:600 25px Georgia,serif;color:#1b2320}
h1{margin:0;font:600 19px/1.25 Georgia,serif}
p{margin:4px 0 0}
small{color:light-dark(#5c584f,#aaa79e)}
a:hover h1,a:focus-visible h1{text-decoration:underline}`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The content policy of the only page that other sites may embed. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");

export function embedResponse(card: EmbedCard, origin: string): Response {
  const html = `<!DOCTYPE html>${renderToStaticMarkup(<Card card={card} origin={origin} />)}`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Robots-Tag": "noindex",
    },
  });
}

function Card({ card, origin }: { card: EmbedCard; origin: string }) {
  const { slug, name, title, photo, rings, summary, reviewedAt, siteName } = card;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${name} | ${siteName}`}</title>
        <link rel="canonical" href={`${origin}/${slug}`} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>{STYLE}</style>
      </head>
      <body>
        <main>
          {photo && <img src={photo.src} alt="" width={photo.side} height={photo.side} />}
          {rings && (
            <div aria-hidden="true">
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and colours of ours */}
              <span dangerouslySetInnerHTML={{ __html: rings.svg }} />
              <b dir="auto">{rings.letters}</b>
            </div>
          )}
          <a href={`${origin}/${slug}`} target="_blank" rel="noopener">
            <h1 dir="auto">{name}</h1>
            {title && <p dir="auto">{title}</p>}
            {summary && (
              <p dir="auto">
                <small>{summary}</small>
              </p>
            )}
            <p>
              <small>
                <bdi>{siteName}</bdi>
                {reviewedAt && `, reviewed on ${DAY_FORMAT.format(new Date(reviewedAt))}`}
              </small>
            </p>
          </a>
        </main>
      </body>
    </html>
  );
}

const DAY_FORMAT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
