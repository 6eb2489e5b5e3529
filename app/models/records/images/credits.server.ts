/** Stores the author and licence of an image with the image. */
import { z } from "zod";
import { type ImageCreditRow, type Queryable, readDb } from "~/db.server";
import { readSlice } from "~/models/base/input/paging.server";
import { imageIdIn } from "~/models/base/uploads/address";
import { shownImage } from "~/models/base/uploads/missing.server";
import { parseEnteredUrl } from "~/models/base/web/entered-url";
import { httpUrl } from "~/models/base/web/urls";
import { isListed } from "~/models/records/listings/listing.server";
import { KIND_NAMES } from "~/models/records/shared/public-kinds";

/** The credit that readers and the JSON calls see. */
export interface Credit {
  author: string;
  licence: string;
  licenceUrl: string;
  source: string;
}

/** A credit to store; `file` is its name at Wikimedia Commons, "" for others. */
export interface NewCredit extends Credit {
  file: string;
}

const address = z.url({ protocol: /^https?$/ }).max(2_048);
const storedUrl = z.union([z.literal(""), address.overwrite((url) => httpUrl(url) ?? "")]);
const optionalUrl = z.union([z.literal(""), address.refine((url) => parseEnteredUrl(url) !== null)]);

/** A credit in an export. */
export const StoredCredit = z.object({
  author: z.string().max(500),
  licence: z.string().min(1).max(200),
  licenceUrl: storedUrl,
  source: storedUrl,
  file: z.string().max(500).default(""),
  problem: z.string().max(500).default(""),
  checkedAt: z.iso.datetime(),
});

/** A credit from an imported table or a JSON call. */
export const ImportedCredit = z.object({
  author: z.string().max(500).default(""),
  licence: z.string().min(1).max(200),
  licenceUrl: optionalUrl.default(""),
  source: optionalUrl.default(""),
});
export type ImportedCredit = z.output<typeof ImportedCredit>;

/** Tells whether a picture has this credit, or one from Wikimedia Commons, which imports do not replace. Returns true without a picture. */
export async function hasCredit(from: Queryable, imageUrl: string, credit: ImportedCredit): Promise<boolean> {
  if (!imageUrl) return true;
  const id = imageIdIn(imageUrl) ?? "";
  const storedCredit = (await creditsOf([id], from)).get(id);
  if (!storedCredit) return false;
  const { author, licence, licenceUrl, source } = storedCredit;
  const isSameCredit = JSON.stringify({ author, licence, licenceUrl, source }) === JSON.stringify(credit);
  return storedCredit.file !== "" || isSameCredit;
}

/** A stored picture whose credit was replaced, with both credits. */
export interface ReplacedCredit {
  imageId: string;
  former: NewCredit | null;
  current: ImportedCredit;
}

/**
 * Writes the credit of a stored picture, and returns what it replaced. The credit of a picture on another site waits until
 * the picture is copied.
 */
export async function saveCredit(
  tx: Queryable,
  imageUrl: string,
  credit: ImportedCredit,
): Promise<ReplacedCredit | undefined> {
  if (!imageUrl || (await hasCredit(tx, imageUrl, credit))) return undefined;
  const id = imageIdIn(imageUrl);
  if (id) {
    const image = await tx.selectFrom("images").select("id").where("id", "=", id).executeTakeFirst();
    if (!image) return undefined;
    const former = (await creditsOf([id], tx)).get(id) ?? null;
    await writeCredit(tx, id, { ...credit, file: "" });
    return { imageId: id, former, current: credit };
  }
  const cutoff = new Date(Date.now() - WAITING_MS).toISOString();
  await tx.deleteFrom("waitingCredits").where("createdAt", "<", cutoff).execute();
  const values = { ...credit, createdAt: new Date().toISOString() };
  await tx
    .insertInto("waitingCredits")
    .values({ url: imageUrl, ...values })
    .onConflict((conflict) => conflict.column("url").doUpdateSet(values))
    .execute();
  return undefined;
}

/** Brings the former credit of a picture back, unless somebody changed the credit since. */
export async function restoreCredit(tx: Queryable, { imageId, former, current }: ReplacedCredit): Promise<void> {
  const { author, licence, licenceUrl, source } = current;
  const storedCredit = (await creditsOf([imageId], tx)).get(imageId);
  if (JSON.stringify(toCredit(storedCredit)) !== JSON.stringify({ author, licence, licenceUrl, source })) return;
  if (former) await writeCredit(tx, imageId, former);
  else await tx.deleteFrom("imageCredits").where("imageId", "=", imageId).execute();
}

const WAITING_MS = 30 * 24 * 60 * 60_000;

/** Returns the credit that an import gave for a picture on another site. */
export async function waitingCredit(url: string): Promise<NewCredit | undefined> {
  const row = await readDb.selectFrom("waitingCredits").selectAll().where("url", "=", url).executeTakeFirst();
  return row && { author: row.author, licence: row.licence, licenceUrl: row.licenceUrl, source: row.source, file: "" };
}

/** Writes the credit of a stored image, in place of an earlier one. */
export async function writeCredit(tx: Queryable, imageId: string, credit: NewCredit): Promise<void> {
  const { author, licence, licenceUrl, source, file } = credit;
  const values = { author, licence, licenceUrl, source, file, problem: "", checkedAt: new Date().toISOString() };
  await tx
    .insertInto("imageCredits")
    .values({ imageId, ...values })
    .onConflict((conflict) => conflict.column("imageId").doUpdateSet(values))
    .execute();
}

/** Stores a credit that nobody has checked yet, only for an image that has none and that no public record shows. */
export async function proposeCredit(tx: Queryable, imageId: string, credit: NewCredit): Promise<void> {
  const publicUses = tx
    .selectFrom("imageUses")
    .select("field")
    .where("imageId", "=", imageId)
    .where("kind", "in", [...KIND_NAMES, "page"]);
  if ((await creditsOf([imageId], tx)).size > 0 || (await publicUses.limit(1).executeTakeFirst())) return;
  await writeCredit(tx, imageId, credit);
}

/** Returns credits by the ids of their images, without images that have none. */
export async function creditsOf(ids: string[], from: Queryable = readDb): Promise<Map<string, ImageCreditRow>> {
  if (ids.length === 0) return new Map();
  const rows = await from.selectFrom("imageCredits").selectAll().where("imageId", "in", ids).execute();
  return new Map(rows.map((row) => [row.imageId, row]));
}

export interface Portrait {
  url: string;
  alt: string;
  credit: Credit | null;
}

/** Returns the image at an address of this site with its credit; null if no such image is public. */
export async function portraitAt(address: string, from: Queryable = readDb): Promise<Portrait | null> {
  const url = shownImage(address);
  if (!url) return null;
  const id = imageIdIn(url) ?? "";
  const image = await from.selectFrom("images").select("alt").where("id", "=", id).executeTakeFirst();
  return { url, alt: image?.alt ?? "", credit: toCredit((await creditsOf([id], from)).get(id)) };
}

export function toCredit(row: Credit | undefined): Credit | null {
  if (!row) return null;
  const { author, licence, licenceUrl, source } = row;
  return { author, licence, licenceUrl, source };
}

export const CREDITS_PAGE_SIZE = 100;

function creditedPhotographs() {
  return readDb
    .selectFrom("imageUses")
    .innerJoin("imageCredits", "imageCredits.imageId", "imageUses.imageId")
    .innerJoin("experts", "experts.id", "imageUses.subjectId")
    .where("imageUses.kind", "=", "expert")
    .where("imageUses.field", "=", "imageUrl")
    .where(isListed);
}

/** Tells whether a public profile shows a photograph with a credit. */
export async function hasCredits(): Promise<boolean> {
  return (await creditedPhotographs().select("imageCredits.imageId").limit(1).executeTakeFirst()) !== undefined;
}

/** Returns a page of the photographs of public profiles that have a credit, by name. */
export async function creditsPage(page: number) {
  const photographs = creditedPhotographs();
  const { total } = await photographs.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(total / CREDITS_PAGE_SIZE));
  const currentPage = Math.min(page, pages);
  const range = {
    total,
    offset: (currentPage - 1) * CREDITS_PAGE_SIZE,
    limit: CREDITS_PAGE_SIZE,
    order: "asc" as const,
  };
  const credits = await readSlice(range, ({ order, limit, offset }) =>
    photographs
      .select(["experts.slug", "experts.name", "author", "licence", "licenceUrl", "source"])
      .orderBy("experts.sortName", order)
      .orderBy("experts.rowId", order)
      .limit(limit)
      .offset(offset)
      .execute(),
  );
  return { credits, total, currentPage, totalPages: pages };
}
