/** The featured experts and their order, as a curator sets them (row EM17, decisions D27, D68). */
import { z } from "zod";
import { db, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { shownImage } from "~/models/images/missing.server";
import { audit } from "~/models/site/audit.server";
import { parse } from "~/validation.server";
import { expertForAdmin, holdWrites, noteExpert } from "./admin-list.server";
import { saveExpert } from "./edit.server";
import type { Expert } from "./experts.server";
import { featuredRows, placeFeatured } from "./featured-positions.server";

const Flag = z.object({ featured: z.boolean("featured must be true or false.") });

/**
 * Features an expert, as the last in order, or ends that.
 *
 * @param key the id, or an address the expert has or had.
 * @param input `{ featured: boolean }`.
 * @returns the expert as it is now (decision D29).
 * @throws AppError "invalid", "missing", or "conflict" when it is in the trash.
 */
export async function setFeatured(admin: Admin, key: string, input: unknown): Promise<Expert> {
  const { featured } = parse(Flag, input);
  const { rowId } = await expertForAdmin(admin, key);
  return db.transaction().execute(async (tx) => {
    const { expert, changed } = await saveExpert(tx, admin, { rowId, record: { featured }, action: "featured" });
    const action = featured ? "expert featured" : "expert no longer featured";
    if (changed.length > 0) await noteExpert(tx, admin, action, expert);
    return expert;
  });
}

export interface Featured {
  id: string;
  slug: string;
  name: string;
  title: string;
  /** null: initials are shown. */
  image: string | null;
}

/** The featured experts in their order, all of them. */
export async function featuredExpertList(_admin: Admin): Promise<Featured[]> {
  const rows = await featuredRows(readDb);
  return rows.map(({ id, slug, name, title, imageUrl }) => ({ id, slug, name, title, image: shownImage(imageUrl) }));
}

/** How many are featured. */
export async function countFeatured(): Promise<number> {
  const { count } = await readDb
    .selectFrom("experts")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("featuredPosition", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

const Order = z.object({ ids: z.array(z.string(), "ids must be a list of experts' ids.") });

/**
 * Puts the featured experts into an order.
 *
 * @param input `{ ids }`: those who are featured now, each once.
 * @returns the list as it is now.
 * @throws AppError "invalid"; "conflict" when somebody joined or left meanwhile.
 */
export async function orderFeaturedExperts(admin: Admin, input: unknown): Promise<Featured[]> {
  const { ids } = parse(Order, input);
  return arrange(admin, (present) => {
    const isSame = present.length === ids.length && present.every((id) => ids.includes(id));
    if (!isSame || new Set(ids).size !== ids.length) {
      throw new AppError("conflict", "The featured experts have changed meanwhile. Here is the list as it is now.");
    }
    return ids;
  });
}

const Move = z.object({ id: z.string(), to: z.enum(["up", "down"], "Please choose up or down.") });

/**
 * Moves a featured expert one place up or down; at the end of the list nothing happens.
 *
 * @param input `{ id, to: "up" | "down" }`.
 * @returns the list as it is now.
 * @throws AppError "invalid"; "conflict" when the expert is not featured any more.
 */
export async function moveFeaturedExpert(admin: Admin, input: unknown): Promise<Featured[]> {
  const { id, to } = parse(Move, input);
  return arrange(admin, (present) => {
    const place = present.indexOf(id);
    if (place < 0) throw new AppError("conflict", "This expert is not featured any more.");
    const target = Math.min(Math.max(0, place + (to === "up" ? -1 : 1)), present.length - 1);
    return present.toSpliced(place, 1).toSpliced(target, 0, id);
  });
}

/** Writes the order that `ordered` makes of the present one. */
async function arrange(admin: Admin, ordered: (present: string[]) => string[]): Promise<Featured[]> {
  await db.transaction().execute(async (tx) => {
    await holdWrites(tx);
    const rows = await featuredRows(tx);
    const present = rows.map(({ id }) => id);
    const ids = ordered(present);
    if (String(ids) === String(present)) return;
    const rowIds = new Map(rows.map(({ id, rowId }) => [id, rowId]));
    await placeFeatured(
      tx,
      ids.map((id) => rowIds.get(id) as number),
    );
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    await audit(tx, admin, {
      action: "featured experts ordered",
      subjectKind: "directory",
      subjectId: "",
      subjectName: "Featured experts",
      detail: ids.map((id) => names.get(id)).join(", "),
    });
  });
  return featuredExpertList(admin);
}
