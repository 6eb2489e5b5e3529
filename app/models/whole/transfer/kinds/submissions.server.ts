import { z } from "zod";
import type { Queryable } from "~/db.server";
import type { Range } from "~/models/base/input/row-batches.server";
import { parse } from "~/models/base/input/validation.server";
import { nameColumns, sortName } from "~/models/base/text/names.server";
import { addEvidence, evidenceOfMany } from "~/models/records/evidence/evidence.server";
import { EvidenceList } from "~/models/records/evidence/transfer.server";
import { personIn } from "~/models/records/experts/record.server";
import { storeWebsites } from "~/models/records/experts/websites.server";
import { ProvenanceList, provenanceOfMany, storeProvenance } from "~/models/records/provenance/provenance.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { expertAt, type Kind, oneByOne, type RestoredSite } from "../kind.server";

const time = z.iso.datetime();
const shortText = z.string().max(500);
const Submission = z.object({
  id: z.string().min(1).max(100),
  status: z.enum(["pending", "approved", "rejected"]),
  name: shortText,
  title: shortText,
  record: z.record(z.string(), z.unknown()),
  sentRecord: z.string().nullable().default(null),
  submitterName: shortText,
  submitterEmail: shortText,
  submitterReason: z.string().max(10_000),
  submittedAt: time,
  updatedAt: time,
  reviewNotes: z.string().max(10_000),
  reviewedAt: time.nullable(),
  changes: shortText.nullable(),
  expert: shortText.nullable(),
  provenance: ProvenanceList.default([]),
  evidence: EvidenceList.default([]),
});

export const submissions: Kind = {
  records: { table: "submissions", key: "rowId", texts: ["record", "sentRecord", "reviewNotes"], read },
  restore: oneByOne(add),
};

async function read(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("submissions")
    .leftJoin("experts as target", "target.rowId", "submissions.changesExpertRowId")
    .leftJoin("experts as result", "result.rowId", "submissions.expertRowId")
    .selectAll("submissions")
    .select(["target.slug as changes", "result.slug as expert"])
    .where("submissions.rowId", ">", Number(after))
    .where("submissions.rowId", "<=", Number(last))
    .orderBy("submissions.rowId")
    .execute();
  const rowIds = rows.map((row) => row.rowId);
  const provenance = await provenanceOfMany(from, "submissionRowId", rowIds);
  const evidence = await evidenceOfMany(from, "submissionRowId", rowIds);
  return rows.map(({ rowId, ...row }) => {
    const { changesExpertRowId: _c, expertRowId: _e, draftId: _d, nameKey: _k, nameLetters: _l, ...otherFields } = row;
    return {
      ...otherFields,
      record: JSON.parse(row.record),
      provenance: provenance.get(rowId) ?? [],
      evidence: evidence.get(rowId) ?? [],
    };
  });
}

async function add(tx: Queryable, input: unknown, site: RestoredSite): Promise<void> {
  const value = parse(Submission, input);
  const { name } = value;
  if (await askedNotToBeListed(personIn({ ...value.record, name }), tx)) {
    site.leftOut.push(name);
    return;
  }
  const { changes, expert, record, provenance, evidence, ...otherFields } = value;
  const user = await tx
    .selectFrom("users")
    .select("id")
    .where("email", "=", value.submitterEmail.toLowerCase())
    .executeTakeFirst();
  const { rowId } = await tx
    .insertInto("submissions")
    .values({
      ...otherFields,
      record: JSON.stringify(record),
      foldedName: sortName(value.name),
      ...nameColumns(value.name),
      draftId: null,
      userId: user?.id ?? null,
      changesExpertRowId: await expertAt(tx, changes),
      expertRowId: await expertAt(tx, expert),
      reviewedBy: null,
    })
    .returning("rowId")
    .executeTakeFirstOrThrow();
  await storeProvenance(tx, { submissionRowId: rowId }, provenance);
  await addEvidence(tx, { submissionRowId: rowId }, evidence);
  const links = Array.isArray(record.referenceLinks) ? record.referenceLinks.map(String) : [];
  if (value.status === "pending" && !changes) await storeWebsites(tx, { submissionRowId: rowId }, links);
}
