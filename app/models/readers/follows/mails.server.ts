/** Writes the mails to followers; see models/mail/texts.server. */
import type { NewMail } from "~/models/base/mail/queue.server";
import { type MailText, oneLine, text } from "~/models/base/mail/texts.server";
import type { News } from "./news.server";

interface Confirmation {
  siteName: string;
  /** null for a list with a typed name, so that the form cannot be used to write to others. */
  name: string | null;
  link: string;
  days: number;
}

export function confirmFollowMail({ siteName, name, link, days }: Confirmation): MailText {
  const description = name === null ? "a list of people" : `“${oneLine(name, 100)}”`;
  return text("followConfirm", siteName, `Follow ${name === null ? "a list" : oneLine(name, 80)}?`, [
    `Somebody who gave this address wants mail about what is new with ${description} at ${siteName}. If that was you, open this page and press the button there:`,
    link,
    `The same page shows all that you follow here, and ends it. What is not confirmed within ${days} days is deleted.`,
    "If it was not you, you can ignore this mail: nothing will happen.",
  ]);
}

/** The news of one follow. */
export interface DigestPart {
  name: string;
  /** The path of its page. */
  page: string;
  news: News[];
  /** There is more than `news`. */
  more: boolean;
}

interface Digest {
  siteName: string;
  origin: string;
  /** The path on which all of it is changed and ended. */
  path: string;
  parts: DigestPart[];
}

/** Makes the mail, which reads as text and without images; `unsubscribe` ends all follows by one POST (RFC 8058). */
export function digestMail({ siteName, origin, path, parts }: Digest): Omit<NewMail, "recipient"> {
  const count = parts.reduce((sum, { news }) => sum + news.length, 0);
  const first = parts[0]?.news[0]?.title ?? "";
  const subject = oneLine(count > 1 ? `${first}, and ${count - 1} more` : first, 150);
  const whole = (url: string) => (url.startsWith("/") ? origin + url : url);
  const shown = parts.map((part) => ({
    ...part,
    name: oneLine(part.name, 120),
    page: origin + part.page,
    news: part.news.map((news) => {
      return { title: oneLine(news.title, 200), summary: oneLine(news.summary, 300), url: whole(news.url) };
    }),
  }));
  const about = { siteName: oneLine(siteName, 100), subject, manage: origin + path, parts: shown };
  return {
    kind: "digest",
    subject: `${subject} | ${siteName}`,
    body: asText(about),
    html: asHtml(about),
    unsubscribe: `${origin}${path}/unsubscribe`,
  };
}

interface Shown {
  siteName: string;
  subject: string;
  manage: string;
  parts: { name: string; page: string; more: boolean; news: { title: string; summary: string; url: string }[] }[];
}

const WHY = "You get this mail because you follow this, and confirmed it by a link.";

function asText({ siteName, manage, parts }: Shown): string {
  const sections = parts.map(({ name, page, news, more }) => {
    const entries = news.map(({ title, summary, url }) => [title, summary, url].filter(Boolean).join("\n"));
    return [`${name}\n${"-".repeat(Math.min(name.length, 60))}`, ...entries, ...(more ? [`More: ${page}`] : [])];
  });
  return `${[`What is new at ${siteName}`, ...sections.flat()].join("\n\n")}

${WHY}
Change how often it comes, or end it:
${manage}
`;
}

const PAGE = "max-width:36rem;margin:0 auto;padding:24px 16px;font:16px/1.55 Georgia,'Times New Roman',serif";
const SMALL = "font:14px/1.5 system-ui,sans-serif";

function asHtml({ siteName, subject, manage, parts }: Shown): string {
  const sections = parts.map(({ name, page, news, more }) => {
    const entries = news.map(
      ({ title, summary, url }) =>
        `<li style="margin:0 0 16px"><a href="${html(url)}"><strong>${bdi(title)}</strong></a>${summary && `<br>${bdi(summary)}`}</li>`,
    );
    const rest = more ? `<p><a href="${html(page)}">More</a></p>` : "";
    return `<h2 style="font-size:20px;margin:28px 0 12px"><a href="${html(page)}">${bdi(name)}</a></h2>
<ul style="list-style:none;margin:0;padding:0">
${entries.join("\n")}
</ul>${rest}`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${html(subject)}</title></head>
<body style="margin:0"><div style="${PAGE}">
${MARK}
<h1 style="font-size:24px;margin:0">What is new at ${bdi(siteName)}</h1>
${sections.join("\n")}
<p style="${SMALL};margin:32px 0 0">${WHY} <a href="${html(manage)}">Change how often it comes, or end it</a>.</p>
</div></body>
</html>
`;
}

/** A text of somebody's, in its own direction, whatever stands around it. */
function bdi(text: string): string {
  return `<bdi dir="auto">${html(text)}</bdi>`;
}

/** The site's mark as boxes: mail programs show no SVG, and nothing is fetched. */
const MARK = `<div aria-hidden="true" style="margin:0 0 16px;font-size:0;line-height:0">${ringsOf(4)}</div>`;

function ringsOf(many: number): string {
  const ring =
    "display:inline-block;padding:2px;border:2px solid #1f8576;border-right-color:transparent;border-radius:50%";
  return many === 0 ? "" : `<span style="${ring}">${ringsOf(many - 1)}</span>`;
}

function html(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] as string);
}
