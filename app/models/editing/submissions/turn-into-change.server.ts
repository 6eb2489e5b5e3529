import { z } from "zod";
import { db } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { isSameText } from "~/models/records/evidence/effects.server";
import { EXPERT_LABELS, SUBMITTED_FIELDS } from "~/models/records/experts/fields";
import { recordOf } from "~/models/records/experts/record.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { spelling } from "~/models/records/experts/submission-fields";
import { storeWebsites } from "~/models/records/experts/websites.server";
import { labelsOf } from "~/models/records/shared/kind";
import { timeAfter } from "~/stored-times";
import { openSubmission } from "./review-conflict.server";
import { mergedRecord, onlySubmitted, type SubmittedRecord } from "./review-record.server";

export const ProfileChoice = z.object({
  expert: z.string("Please choose a profile.").describe("An id or a slug."),
  updatedAt: z.string().optional(),
});

/** Turns a submission of a new expert into a change to the profile `expert`, and joins their lists. Throws "invalid", "missing", "conflict". */
export async function turnIntoChange(editor: Editor, id: string, input: unknown): Promise<void> {
  const { expert, updatedAt } = parse(ProfileChoice, input);
  await db.transaction().execute(async (tx) => {
    const target = await expertForAdmin(editor, expert);
    if (target.deletedAt) throw new AppError("conflict", `${target.name} is in the trash. Restore the profile first.`);
    const row = await openSubmission(tx, id, updatedAt);
    if (row.changesExpertRowId !== null) throw new AppError("conflict", "This submission changes a profile already.");
    const { slug: _slug, featured: _featured, ...presentRecord } = recordOf(target);
    const record = differences(presentRecord, joinRecords(presentRecord, mergedRecord(row, null)));
    if (Object.keys(record).length === 0)
      throw new AppError("conflict", `The profile of ${target.name} says all of this already. You can reject it.`);
    const sentFields = onlySubmitted(JSON.parse(row.sentRecord ?? row.record));
    await tx
      .updateTable("submissions")
      .set({
        changesExpertRowId: target.rowId,
        record: JSON.stringify(record),
        sentRecord: JSON.stringify(withoutEmpty(sentFields)),
        updatedAt: timeAfter(row.updatedAt),
      })
      .where("rowId", "=", row.rowId)
      .execute();
    await storeWebsites(tx, { submissionRowId: row.rowId }, []);
    const fields = SUBMITTED_FIELDS.filter((field) => field in record);
    const subject = { subjectKind: "submission", subjectId: row.id, subjectName: row.name } as const;
    const detail = `${target.name}: ${labelsOf(EXPERT_LABELS, fields)}`;
    await audit(tx, editor, { action: "submission turned into a change", ...subject, detail });
  });
}

function joinRecords(presentRecord: SubmittedRecord, sentRecord: SubmittedRecord): Partial<SubmittedRecord> {
  const presentLinks = new Set(presentRecord.referenceLinks.map(addressOf));
  return {
    ...withoutEmpty(sentRecord),
    // Keeps the profile's spelling of the name.
    name: presentRecord.name,
    categories: [...new Set([...presentRecord.categories, ...sentRecord.categories])],
    referenceLinks: [
      ...presentRecord.referenceLinks,
      ...sentRecord.referenceLinks.filter((link) => !presentLinks.has(addressOf(link))),
    ],
  };
}

function addressOf(link: string): string {
  return spelling(parseReferenceLink(link)?.url ?? link);
}

function withoutEmpty(record: Partial<SubmittedRecord>): Partial<SubmittedRecord> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value.length > 0));
}

function differences(presentRecord: SubmittedRecord, record: Partial<SubmittedRecord>): Partial<SubmittedRecord> {
  const names = Object.keys(record) as (keyof SubmittedRecord)[];
  return Object.fromEntries(
    names.filter((name) => !isSameText(name, presentRecord[name], record[name])).map((name) => [name, record[name]]),
  );
}
