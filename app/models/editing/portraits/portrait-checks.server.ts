/** Checks once a week whether credited pictures are still at Wikimedia Commons under the same licence. */
import { db, readDb } from "~/db.server";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { readCursor, writeCursor } from "~/models/base/jobs/cursor.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { imageIdIn } from "~/models/base/uploads/address";
import { creditsOf } from "~/models/records/images/credits.server";
import { freeLicence } from "~/models/records/images/licences";
import { type CommonsFile, commonsFiles, MAX_FILES } from "~/services/commons.server";
import { OpenDataProblem } from "~/services/open-data.server";
import { isWithin } from "~/stored-times";

const CURSOR_NAME = "portraitCheck";
const WEEK_MS = 7 * 24 * 60 * 60_000;

interface Cursor {
  startedAt: string;
  /** The last image that was checked; null once all images were checked. */
  after: string | null;
}

const FIRST_CHECK_MS = 15 * 60_000;
const CHECK_EVERY_MS = 60 * 60_000;

export function startPortraitChecks(times: { firstAfterMs?: number; everyMs?: number } = {}): Loop {
  const { firstAfterMs = FIRST_CHECK_MS, everyMs = CHECK_EVERY_MS } = times;
  return startLoop({ name: "checks of portraits", everyMs, firstAfterMs }, (signal) => checkPortraits({ signal }));
}

/** Continues an interrupted round, and returns the number of checked pictures. Pauses the round if the service fails. */
export async function checkPortraits({ signal }: { signal?: AbortSignal } = {}): Promise<number> {
  const cursor = await readCursor<Cursor>(CURSOR_NAME);
  if (cursor && cursor.after === null && isWithin(Date.parse(cursor.startedAt), WEEK_MS)) return 0;
  const startedAt = cursor?.after ? cursor.startedAt : new Date().toISOString();
  let checkedCount = 0;
  for (let lastImageId: string | null = cursor?.after ?? ""; lastImageId !== null; ) {
    const credits = await nextCredits(lastImageId);
    const files = [...new Set(credits.map(({ file }) => file))];
    try {
      const filesByName = await commonsFiles(files, { signal, fresh: true, inBackground: true });
      for (const credit of credits) await storeProblem(credit.imageId, problemOf(credit, filesByName.get(credit.file)));
    } catch (error) {
      if (!(error instanceof OpenDataProblem)) throw error;
      log.warn({ err: error }, "licences of portraits could not be checked");
      return checkedCount;
    }
    checkedCount += credits.length;
    lastImageId = credits.length < MAX_FILES ? null : (credits.at(-1)?.imageId ?? null);
    await writeCursor(CURSOR_NAME, { startedAt, after: lastImageId });
  }
  return checkedCount;
}

function nextCredits(lastImageId: string) {
  return readDb
    .selectFrom("imageCredits")
    .select(["imageId", "file", "author", "licence"])
    .where("file", "!=", "")
    .where("imageId", ">", lastImageId)
    .orderBy("imageId")
    .limit(MAX_FILES)
    .execute();
}

/** Returns the problem for editors, as a sentence; "" if nothing changed. */
function problemOf({ licence, author }: { licence: string; author: string }, file: CommonsFile | undefined): string {
  if (!file) return "The picture is no longer at Wikimedia Commons.";
  const licensing = freeLicence(file);
  if ("reason" in licensing) return `Wikimedia Commons now says: ${licensing.reason}.`;
  if (licensing.licence !== licence)
    return `Its licence at Wikimedia Commons is ${licensing.licence} now; it was ${licence}.`;
  return file.author === author ? "" : `Its author at Wikimedia Commons is ${file.author || "not named"} now.`;
}

async function storeProblem(imageId: string, problem: string): Promise<void> {
  const checkedAt = new Date().toISOString();
  await db.updateTable("imageCredits").set({ problem, checkedAt }).where("imageId", "=", imageId).execute();
}

/** Returns the last check's problem with the picture at an address, as a sentence; "" for none. */
export async function portraitProblem(_editor: Editor, imageUrl: string): Promise<string> {
  const id = imageIdIn(imageUrl) ?? "";
  return (await creditsOf([id])).get(id)?.problem ?? "";
}

const MAX_LOST_IMAGES = 100;

/** Returns public portraits whose licence changed or that were withdrawn, among the first 100 such images. */
export async function lostPortraits(_editor: Editor): Promise<{ id: string; name: string; problem: string }[]> {
  // Selects the few images with problems first, and then the profiles that show them.
  const lostImages = readDb
    .selectFrom("imageCredits")
    .select(["imageId", "problem"])
    .where("problem", ">", "")
    .limit(MAX_LOST_IMAGES);
  return readDb
    .selectFrom(lostImages.as("lost"))
    .innerJoin("imageUses", "imageUses.imageId", "lost.imageId")
    .innerJoin("experts", "experts.id", "imageUses.subjectId")
    .select(["experts.id", "experts.name", "lost.problem"])
    .where("imageUses.kind", "=", "expert")
    .where("experts.deletedAt", "is", null)
    .orderBy("experts.sortName")
    .orderBy("experts.rowId")
    .execute();
}
