/** The featured articles and their order, as a curator sets them (rows AR02, AR04, AR07; decisions D60, D63). */
import { z } from "zod";
import { db, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { holdWrites } from "~/models/experts/admin-list.server";
import { audit } from "~/models/site/audit.server";
import { parse } from "~/validation.server";
import { type AdminArticle, articleForAdmin, toAdminArticle } from "./admin-list.server";
import { featuredArticleRows, joinArticlePlace, leaveArticlePlace, placeArticles } from "./featured-positions.server";
import { lockedArticle, noteArticle } from "./save.server";

const Flag = z.object({ featured: z.boolean("featured must be true or false.") });

/**
 * Features a published article, as the last in order, or ends that. `updatedAt` stays: an editor that is open elsewhere
 * finds no conflict in a star.
 *
 * @param input `{ featured: boolean }`.
 * @returns the article as it is now.
 * @throws AppError "invalid", "missing"; "conflict" for a draft, one in the trash, and a fifth.
 */
export async function setArticleFeatured(admin: Admin, key: string, input: unknown): Promise<AdminArticle> {
  const { featured } = parse(Flag, input);
  const { rowId } = await articleForAdmin(admin, key);
  return db.transaction().execute(async (tx) => {
    const row = await lockedArticle(tx, rowId);
    if (featured === (row.featuredPosition !== null)) return toAdminArticle(row);
    if (featured && (row.status !== "published" || row.deletedAt))
      throw new AppError("conflict", "Only published articles can be featured. Publish this one first.");
    await (featured ? joinArticlePlace(tx, rowId) : leaveArticlePlace(tx, row));
    await noteArticle(tx, admin, featured ? "article featured" : "article no longer featured", row);
    return toAdminArticle(await lockedArticle(tx, rowId));
  });
}

export interface FeaturedArticle {
  id: string;
  slug: string;
  title: string;
  type: string;
  expertName: string;
}

/** The featured articles in their order: at most 4. */
export async function featuredArticleList(_admin: Admin): Promise<FeaturedArticle[]> {
  const rows = await featuredArticleRows(readDb);
  return rows.map(({ id, slug, title, type, expertName }) => ({ id, slug, title, type, expertName }));
}

const Order = z.object({ ids: z.array(z.string(), "ids must be a list of articles' ids.") });

/**
 * Puts the featured articles into an order.
 *
 * @param input `{ ids }`: those that are featured now, each once.
 * @returns the list as it is now.
 * @throws AppError "invalid"; "conflict" when one came or went meanwhile.
 */
export async function orderFeaturedArticles(admin: Admin, input: unknown): Promise<FeaturedArticle[]> {
  const { ids } = parse(Order, input);
  return arrange(admin, (present) => {
    if (String(ids.toSorted()) !== String(present.toSorted()))
      throw new AppError("conflict", "The featured articles have changed meanwhile. Here is the list as it is now.");
    return ids;
  });
}

const Move = z.object({ id: z.string(), to: z.enum(["up", "down"], "Please choose up or down.") });

/**
 * Moves a featured article one place up or down; at the end of the list nothing happens.
 *
 * @param input `{ id, to: "up" | "down" }`.
 * @returns the list as it is now.
 * @throws AppError "invalid"; "conflict" when the article is not featured any more.
 */
export async function moveFeaturedArticle(admin: Admin, input: unknown): Promise<FeaturedArticle[]> {
  const { id, to } = parse(Move, input);
  return arrange(admin, (present) => {
    const place = present.indexOf(id);
    if (place < 0) throw new AppError("conflict", "This article is not featured any more.");
    const target = Math.min(Math.max(0, place + (to === "up" ? -1 : 1)), present.length - 1);
    return present.toSpliced(place, 1).toSpliced(target, 0, id);
  });
}

/** Writes the order that `ordered` makes of the present one. */
async function arrange(admin: Admin, ordered: (present: string[]) => string[]): Promise<FeaturedArticle[]> {
  await db.transaction().execute(async (tx) => {
    await holdWrites(tx);
    const rows = await featuredArticleRows(tx);
    const present = rows.map(({ id }) => id);
    const ids = ordered(present);
    if (String(ids) === String(present)) return;
    const known = new Map(rows.map((row) => [row.id, row]));
    const inOrder = ids.flatMap((id) => known.get(id) ?? []);
    await placeArticles(
      tx,
      inOrder.map(({ rowId }) => rowId),
    );
    await audit(tx, admin, {
      action: "featured articles ordered",
      subjectKind: "directory",
      subjectId: "",
      subjectName: "Featured articles",
      detail: inOrder.map(({ title }) => title).join(", "),
    });
  });
  return featuredArticleList(admin);
}
