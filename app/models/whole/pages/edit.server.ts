/** Lets admins change the site's own pages. */
import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { shownVersions } from "~/models/base/input/versions.server";
import { normalizeProse } from "~/models/base/text/content-text";
import { formatNumber } from "~/models/base/text/numbers";
import { ARTICLE_RECORD } from "~/models/records/articles/fields";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { isGone } from "~/models/records/relisting/relisting.server";
import {
  conflictAnswer,
  conflictWithoutRevisions,
  type EditConflict,
} from "~/models/records/shared/edit-conflict.server";
import { isReserved, slugify } from "~/models/records/shared/slugs.server";
import { timeAfter } from "~/stored-times";
import { formOfPage } from "./form";
import { PAGE_LABELS } from "./labels";
import { readPages, type SitePage } from "./pages.server";
import { STARTING_PAGES } from "./starting-pages.server";

/** Limits the pages, because the footer names all of them. */
const MAX_PAGES = 30;

/** Limits the form in characters: the longest text, with room for line ends and the short fields. */
export const PAGE_CHARACTERS = 2 * ARTICLE_RECORD.body.max;

const hasNoControlCharacters = (text: string) => !/\p{Cc}/u.test(text);

const INVALID_POSITION = "Please enter a number from 1 to 99.";

export const PageFields = z.object({
  title: z
    .string("Please enter a title.")
    .trim()
    .min(1, "Please enter a title.")
    .max(60, "At most 60 characters fit here.")
    .refine(hasNoControlCharacters, "Please write this on one line."),
  body: z
    .string("Please enter the text.")
    .transform(normalizeProse)
    .pipe(
      z.string().max(ARTICLE_RECORD.body.max, `At most ${formatNumber(ARTICLE_RECORD.body.max)} characters fit here.`),
    ),
  position: z.coerce.number(INVALID_POSITION).int(INVALID_POSITION).min(1, INVALID_POSITION).max(99, INVALID_POSITION),
  inFooter: z.preprocess((value) => value === true || value === "on", z.boolean()),
});

type Fields = z.output<typeof PageFields>;

export async function editablePages(_admin: Admin): Promise<SitePage[]> {
  return readPages(readDb);
}

/** Returns a page by its slug, with the versions of its fields. Throws "missing". */
export async function pageForAdmin(_admin: Admin, slug: string) {
  const page = await findPage(readDb, slug);
  return { ...page, shown: shownVersions(editedFields(page)) };
}

async function findPage(from: Queryable, slug: string): Promise<SitePage> {
  const page = (await readPages(from)).find((page) => page.slug === slug);
  if (!page) throw new AppError("missing", "There is no such page.");
  return page;
}

const Edit = PageFields.extend({ updatedAt: z.string().optional() });

/**
 * Saves a page. A body that is empty or equal to the starting text is not stored, so that it follows the site. Throws
 * "invalid", "missing", EditConflict.
 */
export async function savePage(admin: Admin, slug: string, input: unknown): Promise<void> {
  const { updatedAt, ...fields } = parse(Edit, input);
  await db.transaction().execute(async (tx) => {
    const page = await findPage(tx, slug);
    const editedPage = { ...fields, body: fields.body || page.startingText };
    if (!editedPage.body) throw textMissing();
    if (updatedAt !== undefined && updatedAt !== page.updatedAt) {
      const versions = { mine: editedPage, current: editedFields(page), updatedAt: page.updatedAt, input };
      throw await conflictWithoutRevisions(
        tx,
        { ...subjectOf(page), name: "this page", labels: PAGE_LABELS },
        versions,
      );
    }
    const changedFields = FIELD_NAMES.filter((name) => editedPage[name] !== page[name]);
    if (changedFields.length === 0) return;
    await writePage(
      tx,
      slug,
      { ...editedPage, body: editedPage.body === page.startingText ? "" : editedPage.body },
      page.updatedAt,
    );
    const detail = new Intl.ListFormat("en").format(changedFields.map((name) => PAGE_LABELS[name]));
    await audit(tx, admin, { action: "page changed", ...subjectOf({ slug, title: editedPage.title }), detail });
  });
}

const FIELD_NAMES = ["title", "body", "position", "inFooter"] as const;

function editedFields({ title, body, position, inFooter }: Fields): Fields {
  return { title, body, position, inFooter };
}

function textMissing(): AppError {
  const message = "Please enter the text.";
  return new AppError("invalid", message, { body: message });
}

/** Adds or changes the row of a page. `formerTime` is the time of its last change, so that the new time differs. */
export async function writePage(tx: Queryable, slug: string, fields: Fields, formerTime = ""): Promise<void> {
  const updatedAt = formerTime ? timeAfter(formerTime) : new Date().toISOString();
  const row = { ...fields, inFooter: Number(fields.inFooter), updatedAt };
  await tx
    .insertInto("pages")
    .values({ id: newId(), slug, ...row })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(row))
    .execute();
}

/** Returns what the form shows after a conflict. */
export function pageConflict(error: EditConflict) {
  const toText = (value: unknown) => (typeof value === "boolean" ? (value ? "Yes" : "No") : String(value));
  const { values: _values, ...answer } = conflictAnswer(error, PAGE_LABELS, toText);
  return { ...answer, values: {}, form: formOfPage({ ...(error.merged as Fields), ...error }) };
}

const NewPage = PageFields.extend({ slug: z.string("Please enter an address.").default("") });

/** Adds a page, and returns its slug. Throws "invalid" for a taken address, "conflict" if there are 30 pages. */
export async function addPage(admin: Admin, input: unknown): Promise<string> {
  const { slug: wantedSlug, ...fields } = parse(NewPage, input);
  if (!fields.body) throw textMissing();
  return db.transaction().execute(async (tx) => {
    const slug = slugify(wantedSlug || fields.title);
    await refuseAddress(tx, slug);
    if ((await readPages(tx)).length >= MAX_PAGES)
      throw new AppError("conflict", `There are ${MAX_PAGES} pages already. Please remove one first.`);
    await writePage(tx, slug, fields);
    await audit(tx, admin, { action: "page added", ...subjectOf({ slug, title: fields.title }) });
    return slug;
  });
}

/** Throws "invalid" for an address that a route, a page or a person has or had. */
export async function refuseAddress(tx: Queryable, slug: string): Promise<void> {
  const invalidSlug = (message: string) => new AppError("invalid", message, { slug: message });
  if (!/[a-z]/.test(slug)) throw invalidSlug("Please enter an address with letters from a to z.");
  const person = tx.selectFrom("slugs").innerJoin("experts", "experts.rowId", "slugs.expertRowId").select("name");
  const owner = await person.where("slugs.slug", "=", slug).executeTakeFirst();
  if (owner) throw invalidSlug(`The address /${slug} belongs to ${owner.name}. Please choose another one.`);
  if (!(await isGone(slug)) && !isReserved(slug) && !(await takenSlugs(tx, [slug])).has(slug)) return;
  throw invalidSlug(`The address /${slug} is taken. Please choose another one.`);
}

/**
 * Removes a page that an admin added. Throws "missing"; "conflict" for pages that come with the site, and if the page changed
 * after the version of the time `shownAt`.
 */
export async function removePage(admin: Admin, slug: string, shownAt?: unknown): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { title, updatedAt } = await findPage(tx, slug);
    if (shownAt !== undefined && shownAt !== updatedAt)
      throw new AppError(
        "conflict",
        "Somebody changed this page meanwhile. Please read it again before you remove it.",
      );
    if (STARTING_PAGES.some((page) => page.slug === slug))
      throw new AppError(
        "conflict",
        "This page comes with the site. It can be left out of the footer, but not removed.",
      );
    await tx.deleteFrom("pages").where("slug", "=", slug).execute();
    await audit(tx, admin, { action: "page removed", ...subjectOf({ slug, title }) });
  });
}

function subjectOf({ slug, title }: Pick<SitePage, "slug" | "title">) {
  return { subjectKind: "page", subjectId: slug, subjectName: title } as const;
}
