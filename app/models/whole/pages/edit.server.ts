/** The site's own pages, as admins change them. */
import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { proseAsStored } from "~/models/base/text/content-text";
import { formatNumber } from "~/models/base/text/numbers";
import { ARTICLE_RECORD } from "~/models/records/articles/fields";
import { takenSlugs } from "~/models/records/experts/taken-slugs.server";
import { refuseGone } from "~/models/records/relisting/relisting.server";
import { piecesOf } from "~/models/records/shared/diff.server";
import { EditConflict } from "~/models/records/shared/edit-conflict.server";
import { isReserved, slugify } from "~/models/records/shared/slugs.server";
import { timeAfter } from "~/stored-times";
import { PAGE_LABELS } from "./labels";
import { readPages, type SitePage } from "./pages.server";
import { STARTING_PAGES } from "./starting-pages.server";

/** The footer names them all. */
const MAX_PAGES = 30;

/** The text, and room for line ends and the short fields. */
export const PAGE_CHARACTERS = 2 * ARTICLE_RECORD.body.max;

const isWrittenInLetters = (text: string) => !/\p{Cc}/u.test(text);

const A_POSITION = "Please enter a number from 1 to 99.";

export const PageFields = z.object({
  title: z
    .string("Please enter a title.")
    .trim()
    .min(1, "Please enter a title.")
    .max(60, "At most 60 characters fit here.")
    .refine(isWrittenInLetters, "Please write this on one line."),
  body: z
    .string("Please enter the text.")
    .transform(proseAsStored)
    .pipe(
      z.string().max(ARTICLE_RECORD.body.max, `At most ${formatNumber(ARTICLE_RECORD.body.max)} characters fit here.`),
    ),
  position: z.coerce.number(A_POSITION).int(A_POSITION).min(1, A_POSITION).max(99, A_POSITION),
  inFooter: z.preprocess((value) => value === true || value === "on", z.boolean()),
});

type Fields = z.output<typeof PageFields>;

export async function editablePages(_editor: Editor): Promise<SitePage[]> {
  return readPages(readDb);
}

/** Throws "missing". */
export async function pageForAdmin(_editor: Editor, slug: string): Promise<SitePage> {
  return pageAt(readDb, slug);
}

async function pageAt(from: Queryable, slug: string): Promise<SitePage> {
  const page = (await readPages(from)).find((page) => page.slug === slug);
  if (!page) throw new AppError("missing", "There is no such page.");
  return page;
}

const Edit = PageFields.extend({ updatedAt: z.string().optional() });

/** Saves a page; its starting text, or "" in place of it, follows the site again. Throws "invalid", "missing", EditConflict. */
export async function savePage(editor: Editor, slug: string, input: unknown): Promise<void> {
  const { updatedAt, ...fields } = parse(Edit, input);
  await db.transaction().execute(async (tx) => {
    const page = await pageAt(tx, slug);
    const edited = { ...fields, body: fields.body || page.startingText };
    if (!edited.body) throw noText();
    if (updatedAt !== undefined && updatedAt !== page.updatedAt) throw await conflictOf(tx, page, edited);
    const changed = NAMES.filter((name) => edited[name] !== page[name]);
    if (changed.length === 0) return;
    await writePage(
      tx,
      slug,
      { ...edited, body: edited.body === page.startingText ? "" : edited.body },
      page.updatedAt,
    );
    const detail = new Intl.ListFormat("en").format(changed.map((name) => PAGE_LABELS[name]));
    await audit(tx, editor, { action: "page changed", ...subjectOf({ slug, title: edited.title }), detail });
  });
}

const NAMES = ["title", "body", "position", "inFooter"] as const;

function noText(): AppError {
  const message = "Please enter the text.";
  return new AppError("invalid", message, { body: message });
}

/** Adds or changes the row of a page. @param before when it was changed last, so that times differ. */
export async function writePage(tx: Queryable, slug: string, fields: Fields, before = ""): Promise<void> {
  const updatedAt = before ? timeAfter(before) : new Date().toISOString();
  const row = { ...fields, inFooter: Number(fields.inFooter), updatedAt };
  await tx
    .insertInto("pages")
    .values({ id: newId(), slug, ...row })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(row))
    .execute();
}

async function conflictOf(tx: Queryable, page: SitePage, edited: Fields): Promise<EditConflict> {
  const entries = tx.selectFrom("auditLog").select(["userName", "at"]).where("subjectKind", "=", "page");
  const last = await entries.where("subjectId", "=", page.slug).orderBy("rowId", "desc").limit(1).executeTakeFirst();
  const at = last ? ` (${last.at.slice(0, 16).replace("T", " ")} UTC)` : "";
  const theirs = Object.fromEntries(
    NAMES.filter((name) => edited[name] !== page[name]).map((name) => [name, page[name]]),
  );
  const message = `${last?.userName || "Someone"} changed this page meanwhile${at}. Nothing was overwritten.`;
  return new EditConflict(message, { ...edited }, theirs, page.updatedAt);
}

/** Returns the other admin's values, and the differences from this admin's. */
export function conflictingFields({ theirs, merged }: Pick<EditConflict, "theirs" | "merged">) {
  const shown = (value: unknown) => (typeof value === "boolean" ? (value ? "Yes" : "No") : String(value));
  return NAMES.filter((name) => name in theirs).map((name) => {
    const text = shown(theirs[name]);
    return { label: PAGE_LABELS[name], text, pieces: piecesOf(shown(merged[name]), text) };
  });
}

const NewPage = PageFields.extend({ slug: z.string("Please enter an address.").default("") });

/** Adds a page; gives its slug. Throws "invalid" for an address that is taken, "conflict" when there are 30 pages. */
export async function addPage(editor: Editor, input: unknown): Promise<string> {
  const { slug: wanted, ...fields } = parse(NewPage, input);
  if (!fields.body) throw noText();
  return db.transaction().execute(async (tx) => {
    const slug = slugify(wanted || fields.title);
    await refuseAddress(tx, slug);
    if ((await readPages(tx)).length >= MAX_PAGES)
      throw new AppError("conflict", `There are ${MAX_PAGES} pages already. Please remove one first.`);
    await writePage(tx, slug, fields);
    await audit(tx, editor, { action: "page added", ...subjectOf({ slug, title: fields.title }) });
    return slug;
  });
}

/** Throws "invalid" for an address that a route, a page or a person has or had. */
export async function refuseAddress(tx: Queryable, slug: string): Promise<void> {
  const wrong = (message: string) => new AppError("invalid", message, { slug: message });
  if (!/[a-z]/.test(slug)) throw wrong("Please enter an address with letters from a to z.");
  const person = tx.selectFrom("slugs").innerJoin("experts", "experts.rowId", "slugs.expertRowId").select("name");
  const owner = await person.where("slugs.slug", "=", slug).executeTakeFirst();
  if (owner) throw wrong(`The address /${slug} belongs to ${owner.name}. Please choose another one.`);
  const isGone = await refuseGone(slug).then(
    () => false,
    () => true,
  );
  if (!isGone && !isReserved(slug) && !(await takenSlugs(tx, [slug])).has(slug)) return;
  throw wrong(`The address /${slug} is taken. Please choose another one.`);
}

/** Removes a page that an admin added. Throws "missing"; "conflict" for the pages that come with the site. */
export async function removePage(editor: Editor, slug: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { title } = await pageAt(tx, slug);
    if (STARTING_PAGES.some((page) => page.slug === slug))
      throw new AppError("conflict", "This page comes with the site. It can be left out of the footer, not removed.");
    await tx.deleteFrom("pages").where("slug", "=", slug).execute();
    await audit(tx, editor, { action: "page removed", ...subjectOf({ slug, title }) });
  });
}

function subjectOf({ slug, title }: Pick<SitePage, "slug" | "title">) {
  return { subjectKind: "page", subjectId: slug, subjectName: title } as const;
}
