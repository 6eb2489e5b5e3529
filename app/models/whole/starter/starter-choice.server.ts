/** Carries out an admin's choice about the starter profiles and articles, which are published until then. */
import { z } from "zod";
import { db, readDb } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import {
  purgeArticle,
  removeArticleForGood,
  restoreArticle,
  trashArticle,
} from "~/models/editing/articles/trash.server";
import { purgeExpert, removeExpertForGood, restoreExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { kindOf, PUBLIC_KINDS } from "~/models/records/shared/public-kinds";
import "~/models/whole/parts.server";
import { markFilled } from "./starter.server";
import { STARTER_CHOICES, type StarterChoice } from "./starter-choices";

const Choice = z.object({ starter: z.enum(STARTER_CHOICES, "Please choose one of the three.") });

/** Returns the choice in a form. Throws "invalid". */
export function starterChoiceIn(input: unknown): StarterChoice {
  return parse(Choice, input).starter;
}

/** Counts the unedited starter records that are published, and those in the trash. */
export async function starterState(_admin: Admin | null): Promise<{ published: number; hidden: number }> {
  const records = (await Promise.all(STARTER_KINDS.map(({ table }) => uneditedRecords(table)))).flat();
  const hidden = records.filter(({ deletedAt }) => deletedAt).length;
  return { published: records.length - hidden, hidden };
}

/** Returns whether the first-run page asks about the starter profiles. */
export async function asksAboutStarter(): Promise<boolean> {
  return env.STARTER === "ask" && (await starterState(null)).published > 0;
}

const OUTCOMES: Record<StarterChoice, string> = { keep: "published", look: "hidden", empty: "deleted for good" };

/** The names of the choices in the audit log. */
export const STARTER_DECISIONS = Object.values(OUTCOMES).map((outcome) => `starter profiles ${outcome}`);

/**
 * Publishes, hides or deletes the unedited starter records. Each has its own transaction, so that an interrupted
 * choice can be repeated.
 */
export async function chooseStarter(admin: Admin, choice: StarterChoice): Promise<void> {
  const recordsByKind = await Promise.all(
    STARTER_KINDS.map(async (kind) => ({ ...kind, records: await uneditedRecords(kind.table) })),
  );
  for (const { table, trash, restore, purge, records } of recordsByKind) {
    // Hides records from the end, so that restoring from the start returns their featured positions.
    for (const { id, deletedAt } of choice === "keep" ? records : records.reverse()) {
      if (choice === "keep") {
        if (deletedAt) await unlessRefused(restore(admin, id).then(() => resetUpdatedAt(table, id)));
        continue;
      }
      if (!deletedAt) await trash(admin, id);
      if (choice === "empty") await purge(admin, id);
    }
  }
  const subject = { subjectKind: "directory", subjectId: "", subjectName: "Starter profiles" } as const;
  await audit(db, admin, { action: `starter profiles ${OUTCOMES[choice]}`, ...subject });
}

/** Deletes the unedited starter records for good, by a command of the operator. */
export async function startEmpty(): Promise<{ experts: number; articles: number }> {
  await markFilled(db);
  const [experts, articles] = [await uneditedRecords("experts"), await uneditedRecords("articles")];
  for (const { rowId } of experts.toReversed()) await removeExpertForGood(rowId);
  for (const { rowId } of articles.toReversed()) await removeArticleForGood(rowId);
  const subject = { subjectKind: "directory", subjectId: "", subjectName: "Starter profiles" } as const;
  await audit(db, null, { action: `starter profiles ${OUTCOMES.empty}`, ...subject });
  return { experts: experts.length, articles: articles.length };
}

/** The kinds of record with which a new site starts. */
const STARTER_KINDS = [
  {
    table: "experts",
    trash: trashExpert,
    restore: (admin: Admin, id: string) => restoreExpert(admin, id),
    purge: purgeExpert,
  },
  { table: "articles", trash: trashArticle, restore: restoreArticle, purge: purgeArticle },
] as const;

type StarterTable = (typeof STARTER_KINDS)[number]["table"];

/** Resets the time of the last change, because hiding a record did not change it. */
async function resetUpdatedAt(table: StarterTable, id: string): Promise<void> {
  await db
    .updateTable(table)
    .set(({ ref }) => ({ updatedAt: ref("createdAt") }))
    .where("id", "=", id)
    .execute();
}

/** Ignores a refusal, which means that a person asked not to be listed meanwhile. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof AppError && error.problem === "conflict")) throw error;
  });
}

const HIDDEN_OR_SHOWN = ["trashed", "untrashed", "restored"] as const;

function uneditedRecords(table: StarterTable): Promise<{ rowId: number; id: string; deletedAt: string | null }[]> {
  const { revisions, owner } = PUBLIC_KINDS[kindOf(table)];
  return readDb
    .selectFrom(table)
    .select([`${table}.rowId`, `${table}.id`, `${table}.deletedAt`])
    .where(`${table}.origin`, "=", "starter")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(revisions)
            .select(`${revisions}.rowId`)
            .whereRef(`${revisions}.${owner}` as never, "=", `${table}.rowId`)
            .where(`${revisions}.userId`, "is not", null)
            .where(`${revisions}.action`, "not in", HIDDEN_OR_SHOWN as never),
        ),
      ),
    )
    .orderBy(`${table}.rowId`)
    .execute();
}
