/** The site's own pages in exports and imports. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { parse } from "~/models/base/input/validation.server";
import { PageFields, refuseAddress, writePage } from "./edit.server";
import { PAGE_LABELS } from "./labels";
import { STARTING_PAGES } from "./starting-pages.server";

const Page = PageFields.extend({ slug: z.string().min(1).max(80) });

export type ImportedPage = z.output<typeof Page>;

const NAMES = ["title", "body", "position", "inFooter"] as const;

/** The pages that differ from those that came with the site; `body` is "" where the text does not. */
export async function exportedPages(from: Queryable): Promise<ImportedPage[]> {
  return (await stored(from).orderBy("rowId").execute()).map(exportedPage);
}

function stored(from: Queryable) {
  return from.selectFrom("pages").select(["slug", "title", "body", "position", "inFooter"]);
}

function exportedPage(page: Omit<ImportedPage, "inFooter"> & { inFooter: number }): ImportedPage {
  return { ...page, inFooter: page.inFooter === 1 };
}

/** A page of an export beside the stored one, and what differs. Throws "invalid". */
export async function comparedPage(from: Queryable, input: unknown) {
  const value = parse(Page, input);
  const row = await stored(from).where("slug", "=", value.slug).executeTakeFirst();
  const was = row && exportedPage(row);
  if (!was) await refuseUnusable(from, value.slug);
  const changed = NAMES.filter((name) => value[name] !== was?.[name]).map((name) => PAGE_LABELS[name]);
  return { value, was, isNew: !was, changed };
}

/** Takes a page of an export over, as a part of its transaction. Throws "invalid" where its address is taken meanwhile. */
export async function importPage(tx: Queryable, { slug, ...fields }: ImportedPage): Promise<void> {
  const row = await tx.selectFrom("pages").select("updatedAt").where("slug", "=", slug).executeTakeFirst();
  if (!row) await refuseUnusable(tx, slug);
  await writePage(tx, slug, fields, row?.updatedAt);
}

async function refuseUnusable(from: Queryable, slug: string): Promise<void> {
  if (!STARTING_PAGES.some((page) => page.slug === slug)) await refuseAddress(from, slug);
}
