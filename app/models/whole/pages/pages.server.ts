/** Reads the site's own pages, such as About and Privacy. */
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
  /** The text that comes with the site; "" for a page that an admin added. */
  startingText: string;
  /** An admin has written the text. */
  isWritten: boolean;
  /** ISO 8601, UTC; "" for an unchanged page. */
  updatedAt: string;
  /** The name of the person who is listed at the address, so that readers do not see the page; otherwise "". */
  listed: string;
}

const currentPages = untilContentChanges(() => readPages(readDb));

/** Returns all pages, in the order of the footer. */
export async function readPages(from: Queryable): Promise<SitePage[]> {
  const rows = await from.selectFrom("pages").selectAll().execute();
  const facts = await siteFacts({ hasImprint: rows.some(({ slug, body }) => slug === IMPRINT && body !== "") });
  const startingPages = STARTING_PAGES.map(({ slug, title, text }, index) => {
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
  const addedRows = rows.filter(({ slug }) => startingPages.every((page) => page.slug !== slug));
  const people = await peopleListedAt(from, [...startingPages, ...addedRows]);
  return [...startingPages, ...addedRows.map((row) => ({ ...row, startingText: "" }))]
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

async function peopleListedAt(from: Queryable, pages: { slug: string }[]): Promise<Map<string, string>> {
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
    .where("experts.state", "=", "public")
    .execute();
  return new Map(rows.map(({ slug, name }) => [slug, name]));
}

/** Pages that exist only if they have content. */
const currentLogs = untilContentChanges(async () => ({
  ...((await hasCorrections()) && { corrections: "Corrections" }),
  ...((await hasCredits()) && { credits: "Photo credits" }),
}));

/**
 * Returns the titles of the footer's pages by slug, in order. Leaves out an imprint that the operator has not
 * written.
 */
export async function footerPages(): Promise<Record<string, string>> {
  const shownPages = (await currentPages()).filter(
    ({ slug, inFooter, isWritten, listed }) => inFooter && !listed && (isWritten || slug !== IMPRINT),
  );
  return { ...Object.fromEntries(shownPages.map(({ slug, title }) => [slug, title])), ...(await currentLogs()) };
}

/** Returns the pages that readers can open. */
export async function publicPages(): Promise<SitePage[]> {
  return (await currentPages()).filter(({ listed }) => !listed);
}

/** Returns a page as readers see it; null if there is none at the address. */
export async function publicPage(address: string) {
  const page = (await publicPages()).find(({ slug }) => slug === address.toLowerCase());
  if (!page) return null;
  const { slug, title, updatedAt } = page;
  const { html } = previewOf(page, renderArticle);
  return { slug, title, updatedAt, html, summary: plainText(page.body, 160) };
}

export type PublicPage = NonNullable<Awaited<ReturnType<typeof publicPage>>>;
