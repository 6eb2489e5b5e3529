/** Makes one change to many selected profiles, and names the action that undoes it. */

import { z } from "zod";
import { type ExpertRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { withFourEyes } from "~/models/base/accounts/four-eyes.server";
import { parse } from "~/models/base/input/validation.server";
import { countNoun } from "~/models/base/text/numbers";
import { recordOf } from "~/models/records/experts/record.server";
import { currentTopics, slugsOfTopics } from "~/models/records/experts/topics.server";
import { categories, categoryLabel, toCategoryKeys } from "~/models/records/listings/categories";
import { beginBatch, finishBatch } from "~/models/records/publish/experts.server";
import type { Batch } from "~/models/records/publish/kind";
import { publish } from "~/models/records/publish/publish.server";
import { diskFaultOf } from "~/services/disk-faults.server";
import type { BulkState } from "./bulk-choices";
import { BULK_LIMITS } from "./bulk-limits";

/** Maps each action to the action that undoes it. */
const ACTIONS = {
  addCategory: "removeCategory",
  removeCategory: "addCategory",
  addTopic: "removeTopic",
  removeTopic: "addTopic",
  feature: "unfeature",
  unfeature: "feature",
} as const;
export type BulkAction = keyof typeof ACTIONS;

const BulkChange = z.object({
  action: z.enum(Object.keys(ACTIONS) as [BulkAction, ...BulkAction[]], "Choose what to do with the selected experts."),
  ids: z
    .array(z.string("Send the ids as texts."), "Select at least one expert.")
    .transform((ids) => [...new Set(ids)])
    .pipe(
      z
        .array(z.string())
        .min(1, "Select at least one expert.")
        .max(BULK_LIMITS.change, `Select at most ${BULK_LIMITS.change} experts.`),
    ),
  value: z.string("This must be a text.").default(""),
  /** The former places of the profiles in `ids`, see `BulkResult`. */
  places: z
    .string("This must be a text.")
    .regex(/^(\d{1,6}(,\d{1,6})*)?$/, "Send the places as numbers with commas between them.")
    .default("")
    .transform((text) => (text ? text.split(",").map(Number) : [])),
});

/** A change with its places, from 1, by the ids of the profiles. */
type BulkChange = Omit<z.output<typeof BulkChange>, "ids" | "places"> & { places: ReadonlyMap<string, number> };

export interface BulkResult {
  action: BulkAction;
  /** The action that undoes this change. */
  undo: BulkAction;
  value: string;
  /** The result as a sentence. */
  text: string;
  /** Ids of profiles that were changed. */
  changed: string[];
  /**
   * For each of them, the place that it had on the home page, or that its lost category or topic had in its list. Undoing
   * needs these places; there are none if nothing was lost.
   */
  places: number[];
  refused: { id: string; name: string; message: string }[];
}

/**
 * The number of profiles in one transaction. Lists are published once for all of them, and others can write between two
 * transactions.
 */
const PER_TRANSACTION = 50;

/** Changes up to 500 profiles, and skips profiles that the change would not alter. Throws "invalid". */
export async function changeExperts(editor: Editor, input: unknown): Promise<BulkResult> {
  const { ids, places: sentPlaces, ...namedChange } = parse(BulkChange, input);
  const { action } = namedChange;
  const value = await toStoredValue(namedChange);
  const places = new Map(sentPlaces.flatMap((place, index) => (ids[index] ? [[ids[index], place]] : [])));
  const change = { ...namedChange, value, places };
  const placesBefore = await currentPlaces(ids, change);
  const changedIds: BulkResult["changed"] = [];
  const refused: BulkResult["refused"] = [];
  const remainingIds: string[] = [];
  const orderedIds = inOrderOfChange(ids, change);
  for (let start = 0; start < ids.length; start += PER_TRANSACTION) {
    const batch = orderedIds.slice(start, start + PER_TRANSACTION);
    const idsChangedTogether = await changeTogether(editor, batch, change).catch((error) => {
      // Repeats the batch one by one to find the profile that fails.
      if (error instanceof AppError || diskFaultOf(error)) return null;
      throw error;
    });
    if (idsChangedTogether) changedIds.push(...idsChangedTogether);
    else remainingIds.push(...batch);
  }
  for (const id of remainingIds) {
    try {
      changedIds.push(...(await changeTogether(editor, [id], change)));
    } catch (error) {
      // Reports the failure beside the changes that succeeded.
      if (!(error instanceof AppError) && !diskFaultOf(error)) throw error;
      const message =
        error instanceof AppError
          ? error.message
          : "It could not be saved, because the disk is full or cannot be written.";
      refused.push({ id, name: await nameOf(id), message });
    }
  }
  return {
    action,
    undo: ACTIONS[action],
    value,
    text: await textOf(action, value, changedIds.length),
    changed: changedIds,
    places: changedIds.flatMap((id) => placesBefore.get(id) ?? []),
    refused,
  };
}

/** Returns the ids in an order in which no change moves the place of another. */
function inOrderOfChange(ids: string[], { action, places }: BulkChange): string[] {
  if (action === "unfeature") return ids.toReversed();
  return ids.toSorted((id, otherId) => (places.get(id) ?? 0) - (places.get(otherId) ?? 0));
}

/** Returns the places that people are about to lose, from 1. */
async function currentPlaces(ids: string[], { action, value }: BulkChange): Promise<Map<string, number>> {
  if (!["removeCategory", "removeTopic", "unfeature"].includes(action)) return new Map();
  const rows = await readDb.selectFrom("experts").selectAll().where("id", "in", ids).execute();
  return new Map(
    rows.map((row) => {
      const { categories, topics } = recordOf(row);
      const list = action === "removeCategory" ? categories : topics;
      return [row.id, action === "unfeature" ? (row.featuredPosition ?? 0) : list.indexOf(value) + 1];
    }),
  );
}

/** Returns the properties of these people on which the offered bulk actions depend. */
export async function bulkStates(_editor: Editor, ids: string[]): Promise<BulkState[]> {
  if (ids.length === 0) return [];
  const rows = await readDb.selectFrom("experts").selectAll().where("id", "in", ids).execute();
  return rows.map((row) => {
    const { featured, categories, topics } = recordOf(row);
    return { id: row.id, featured, categories, topics };
  });
}

/** Changes all profiles in one transaction, or none if a profile is refused. Returns the ids of the changed profiles. */
async function changeTogether(editor: Editor, ids: string[], change: BulkChange): Promise<string[]> {
  return withFourEyes(editor, async (tx) => {
    const rows = await tx.selectFrom("experts").selectAll().where("id", "in", ids).execute();
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    const changedIds: string[] = [];
    const batch = beginBatch(rows, positionsIn(change, rows));
    for (const id of ids) {
      const row = rowOf.get(id);
      if (!row) throw new AppError("missing", "There is no such expert.");
      if (await changeProfile(tx, editor, row, change, batch)) changedIds.push(id);
    }
    await finishBatch(tx, editor, batch);
    return changedIds;
  });
}

function positionsIn({ places }: BulkChange, rows: ExpertRow[]): Map<number, number> {
  const placesByRow = rows.map(({ id, rowId }) => [rowId, places.get(id)] as const);
  return new Map(placesByRow.flatMap(([rowId, place]) => (place ? [[rowId, place]] : [])));
}

/** Changes a profile, and tells whether it was different before. */
async function changeProfile(
  tx: Queryable,
  editor: Editor,
  row: ExpertRow,
  change: BulkChange,
  batch: Batch,
): Promise<boolean> {
  const { rowId, id } = row;
  const { categories, topics, featured } = recordOf(row);
  const { action, value, places } = change;
  if (action === "feature" || action === "unfeature") {
    const isFeatured = action === "feature";
    if (featured === isFeatured) return false;
    await publish(tx, editor, "experts", {
      cause: "featured",
      rowId,
      record: { featured: isFeatured },
      batch,
    });
    return true;
  }
  const field = action === "addCategory" || action === "removeCategory" ? "categories" : "topics";
  const valuesBefore = field === "categories" ? categories : topics;
  const isAdding = action === "addCategory" || action === "addTopic";
  if (valuesBefore.includes(value) === isAdding) return false;
  const index = (places.get(id) || Number.MAX_SAFE_INTEGER) - 1;
  const valuesAfter = isAdding
    ? valuesBefore.toSpliced(index, 0, value)
    : valuesBefore.filter((text) => text !== value);
  await publish(tx, editor, "experts", { cause: "sorted", rowId, record: { [field]: valuesAfter }, batch });
  return true;
}

/** Returns the key of the category or the slug of the topic that the value names. Throws "invalid". */
async function toStoredValue({ action, value }: Pick<BulkChange, "action" | "value">): Promise<string> {
  const refuse = (message: string) => new AppError("invalid", message, { value: message });
  if (action === "addCategory" || action === "removeCategory") {
    const [key] = categories.some((category) => category.key === value) ? [value] : toCategoryKeys(value);
    if (!key) throw refuse("Please choose a category.");
    return key;
  }
  if (action === "addTopic" || action === "removeTopic") {
    const topics = await currentTopics();
    const [slug] = slugsOfTopics(topics, [value]);
    if (!slug || !topics.some((topic) => topic.slug === slug)) throw refuse("Please choose a topic.");
    return slug;
  }
  return "";
}

async function textOf(action: BulkAction, value: string, count: number): Promise<string> {
  const profiles = countNoun(count, "profile", "profiles");
  const verb = count === 1 ? "was" : "were";
  const topic = (await currentTopics()).find(({ slug }) => slug === value)?.name ?? value;
  const category = categoryLabel(value);
  const texts: Record<BulkAction, string> = {
    addCategory: `${profiles} got the category ${category}.`,
    removeCategory: `${category} was taken from ${profiles}.`,
    addTopic: `${profiles} got the topic ${topic}.`,
    removeTopic: `${topic} was taken from ${profiles}.`,
    feature: `${profiles} ${verb} featured.`,
    unfeature: `${profiles} ${verb} removed from the featured experts.`,
  };
  return texts[action];
}

async function nameOf(id: string): Promise<string> {
  const row = await readDb.selectFrom("experts").select("name").where("id", "=", id).executeTakeFirst();
  return row?.name ?? "A deleted profile";
}
