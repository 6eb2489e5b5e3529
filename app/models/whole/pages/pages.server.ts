/** The pages of the site about itself: About, Privacy and others. */
import { type Queryable, readDb, untilContentChanges } from "~/db.server";
import { renderArticle } from "~/models/base/markdown/markdown.server";
import { plainText } from "~/models/base/markdown/plain-text.server";
import { hasCorrections } from "~/models/editing/requests/corrections.server";
import { previewOf } from "~/models/records/articles/text";
import { hasCredits } from "~/models/records/images/credits.server";
import { siteFacts } from "./facts.server";
import { IMPRINT, STARTING_PAGES } from "./starting-pages.server";

export interface SitePage {
  slug: string;
  title: string;
  body: string;
  /** The position in the footer, from 1. */
  position: number;
  inFooter: boolean;
  /** The text that came with the site; "" for a page that an admin added. */
  startingText: string;
  /** Says that an admin wrote the text. */
  isWritten: boolean;
  /** ISO 8601, UTC; "" for a page that is as it came. */
  updatedAt: string;
  /** The person listed at the address, so that readers do not see the page; otherwise "". */
  listed: string;
}

const currentPages = untilContentChanges(() => readPages(readDb));

/** All pages, in the order of the footer. */
export async function readPages(from: Queryable): Promise<SitePage[]> {
  const rows = await from.selectFrom("pages").selectAll().execute();
  const facts = await siteFacts({ hasImprint: rows.some(({ slug, body }) => slug === IMPRINT && body !== "") });
  const known = STARTING_PAGES.map(({ slug, title, text }, index) => {
    const row = rows.find((row) => row.slug === slug);
    const startingText = text(facts);
    return {
      position: index + 1,
      inFooter: 1,
      updatedAt: "",
      title,
      ...row,
      slug,
      startingText,
      body: row?.body ?? "",
    };
  });
  const added = rows.filter(({ slug }) => known.every((page) => page.slug !== slug));
  const people = await listedAt(from, [...known, ...added]);
  return [...known, ...added.map((row) => ({ ...row, startingText: "" }))]
    .map(({ slug, title, body, position, inFooter, startingText, updatedAt }) => ({
      slug,
      title,
      position,
      startingText,
      updatedAt,
      body: body || startingText,
      inFooter: inFooter === 1,
      isWritten: body !== "",
      listed: people.get(slug) ?? "",
    }))
    .sort((first, second) => first.position - second.position || first.title.localeCompare(second.title, "en"));
}

async function listedAt(from: Queryable, pages: { slug: string }[]): Promise<Map<string, string>> {
  const rows = await from
    .selectFrom("slugs")
    .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
    .select(["slugs.slug", "experts.name"])
    .where(
      "slugs.slug",
      "in",
      pages.map(({ slug }) => slug),
    )
    .where("experts.deletedAt", "is", null)
    .execute();
  return new Map(rows.map(({ slug, name }) => [slug, name]));
}

/** Pages that exist once they have content. */
const currentLogs = untilContentChanges(async () => ({
  ...((await hasCorrections()) && { corrections: "Corrections" }),
  ...((await hasCredits()) && { credits: "Photo credits" }),
}));

/** Titles by address, in order, for the footer. An imprint without the operator's data is for the operator only. */
export async function footerPages(): Promise<Record<string, string>> {
  const shown = (await currentPages()).filter(
    ({ slug, inFooter, isWritten, listed }) => inFooter && !listed && (isWritten || slug !== IMPRINT),
  );
  return { ...Object.fromEntries(shown.map(({ slug, title }) => [slug, title])), ...(await currentLogs()) };
}

/** The pages that readers can open. */
export async function publicPages(): Promise<SitePage[]> {
  return (await currentPages()).filter(({ listed }) => !listed);
}

/** A page as readers see it; null where the address belongs to none. */
export async function publicPage(address: string) {
  const page = (await publicPages()).find(({ slug }) => slug === address.toLowerCase());
  if (!page) return null;
  const { slug, title, updatedAt } = page;
  const { html } = previewOf(page, renderArticle);
  return { slug, title, updatedAt, html, summary: plainText(page.body, 160) };
}

export type PublicPage = NonNullable<Awaited<ReturnType<typeof publicPage>>>;
