/** Writes the mails to followers. */
import type { NewMail } from "~/models/base/mail/queue.server";
import { type MailText, mailText, oneLine } from "~/models/base/mail/texts.server";
import { escapeHtml } from "~/models/base/text/escape-html";
import type { News } from "./news.server";

const FOLLOW_CONFIRM = "followConfirm";
const DIGEST = "digest";
/** The kinds of mails to followers. */
export const FOLLOW_MAILS: readonly string[] = [FOLLOW_CONFIRM, DIGEST];

interface Confirmation {
  siteName: string;
  /** null for a list with a typed name, so that the form cannot be used to write to others. */
  name: string | null;
  link: string;
  days: number;
}

export function confirmFollowMail({ siteName, name, link, days }: Confirmation): MailText {
  const description = name === null ? "a list of people" : `“${oneLine(name, 100)}”`;
  return mailText(FOLLOW_CONFIRM, siteName, `Follow ${name === null ? "a list" : oneLine(name, 80)}?`, [
    `Somebody entered this address to get mail about news of ${description} at ${siteName}. If that was you, open this page and press the button there:`,
    link,
    `The same page shows everything you follow here, and lets you stop. A request that is not confirmed within ${days} days is deleted.`,
    "If it was not you, you can ignore this mail: nothing will happen.",
  ]);
}

/** The news of one follow. */
export interface DigestPart {
  name: string;
  /** The path of its page. */
  page: string;
  news: News[];
  /** There is more news than `news` holds. */
  hasMore: boolean;
}

interface Digest {
  siteName: string;
  origin: string;
  /** The path of the page that changes and ends all follows. */
  path: string;
  parts: DigestPart[];
}

/** Makes the mail, as text and as HTML without images. `unsubscribe` ends all follows by one POST (RFC 8058). */
export function digestMail({ siteName, origin, path, parts }: Digest): Omit<NewMail, "recipient"> {
  const count = parts.reduce((sum, { news }) => sum + news.length, 0);
  const firstTitle = parts[0]?.news[0]?.title ?? "";
  const subject = oneLine(count > 1 ? `${firstTitle}, and ${count - 1} more` : firstTitle, 150);
  const absoluteUrl = (url: string) => (url.startsWith("/") ? origin + url : url);
  const shownParts = parts.map((part) => ({
    ...part,
    name: oneLine(part.name, 120),
    page: origin + part.page,
    news: part.news.map((news) => {
      return { title: oneLine(news.title, 200), summary: oneLine(news.summary, 300), url: absoluteUrl(news.url) };
    }),
  }));
  const content = { siteName: oneLine(siteName, 100), subject, manage: origin + path, parts: shownParts };
  return {
    kind: DIGEST,
    subject: `${subject} | ${siteName}`,
    body: digestText(content),
    html: digestHtml(content),
    unsubscribe: `${origin}${path}/unsubscribe`,
  };
}

interface DigestContent {
  siteName: string;
  subject: string;
  manage: string;
  parts: { name: string; page: string; hasMore: boolean; news: { title: string; summary: string; url: string }[] }[];
}

const REASON = "You get this mail because you followed these pages and confirmed it by a link.";

function digestText({ siteName, manage, parts }: DigestContent): string {
  const sections = parts.map(({ name, page, news, hasMore }) => {
    const entries = news.map(({ title, summary, url }) => [title, summary, url].filter(Boolean).join("\n"));
    return [`${name}\n${"-".repeat(Math.min(name.length, 60))}`, ...entries, ...(hasMore ? [`More: ${page}`] : [])];
  });
  return `${[`What is new at ${siteName}`, ...sections.flat()].join("\n\n")}

${REASON}
Change how often it comes, or stop it:
${manage}
`;
}

const PAGE_STYLE = "max-width:36rem;margin:0 auto;padding:24px 16px;font:16px/1.55 Georgia,'Times New Roman',serif";
const SMALL_STYLE = "font:14px/1.5 system-ui,sans-serif";

function digestHtml({ siteName, subject, manage, parts }: DigestContent): string {
  const sections = parts.map(({ name, page, news, hasMore }) => {
    const entries = news.map(
      ({ title, summary, url }) =>
        `<li style="margin:0 0 16px"><a href="${escapeHtml(url)}"><strong>${bdi(title)}</strong></a>${summary && `<br>${bdi(summary)}`}</li>`,
    );
    const moreLink = hasMore ? `<p><a href="${escapeHtml(page)}">More</a></p>` : "";
    return `<h2 style="font-size:20px;margin:28px 0 12px"><a href="${escapeHtml(page)}">${bdi(name)}</a></h2>
<ul style="list-style:none;margin:0;padding:0">
${entries.join("\n")}
</ul>${moreLink}`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0"><div style="${PAGE_STYLE}">
${MARK}
<h1 style="font-size:24px;margin:0">What is new at ${bdi(siteName)}</h1>
${sections.join("\n")}
<p style="${SMALL_STYLE};margin:32px 0 0">${REASON} <a href="${escapeHtml(manage)}">Change how often it comes, or stop it</a>.</p>
</div></body>
</html>
`;
}

/** Marks up a text from elsewhere so that its writing direction does not depend on the text around it. */
function bdi(text: string): string {
  return `<bdi dir="auto">${escapeHtml(text)}</bdi>`;
}

/** Draws the site's mark with boxes, because mail programs show no SVG. */
const MARK = `<div aria-hidden="true" style="margin:0 0 16px;font-size:0;line-height:0">${nestedRings(4)}</div>`;

function nestedRings(count: number): string {
  const ring =
    "display:inline-block;padding:2px;border:2px solid #1f8576;border-right-color:transparent;border-radius:50%";
  return count === 0 ? "" : `<span style="${ring}">${nestedRings(count - 1)}</span>`;
}
