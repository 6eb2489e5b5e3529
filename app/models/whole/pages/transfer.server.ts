/** Exports and imports the site's own pages. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { parse } from "~/models/base/input/validation.server";
import { PageFields, refuseAddress, writePage } from "./edit.server";
import { STARTING_PAGES } from "./starting-pages.server";

const Page = PageFields.extend({ slug: z.string().min(1).max(80) });

export type ExportedPage = z.output<typeof Page>;

/** Returns the pages that differ from those that come with the site; `body` is "" if the text is unchanged. */
export async function exportedPages(from: Queryable): Promise<ExportedPage[]> {
  return (await selectPages(from).orderBy("rowId").execute()).map(exportedPage);
}

function selectPages(from: Queryable) {
  return from.selectFrom("pages").select(["slug", "title", "body", "position", "inFooter"]);
}

function exportedPage(page: Omit<ExportedPage, "inFooter"> & { inFooter: number }): ExportedPage {
  return { ...page, inFooter: page.inFooter === 1 };
}

/** Imports an exported page in a transaction. Throws "invalid" if its address is taken. */
export async function importPage(tx: Queryable, input: unknown): Promise<void> {
  const { slug, ...fields } = parse(Page, input);
  await refuseUnusable(tx, slug);
  await writePage(tx, slug, fields);
}

async function refuseUnusable(from: Queryable, slug: string): Promise<void> {
  if (!STARTING_PAGES.some((page) => page.slug === slug)) await refuseAddress(from, slug);
}
