import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Range } from "~/models/base/input/row-batches.server";
import { parse } from "~/models/base/input/validation.server";
import { addRelatedRows, extrasIn, type ImportedProfile, profileOf } from "~/models/editing/imports/profile.server";
import { rejectedTopics } from "~/models/editing/topics/rejected.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { evidenceOfMany } from "~/models/records/evidence/evidence.server";
import { toExpert } from "~/models/records/experts/expert.server";
import { LONG_FIELDS } from "~/models/records/experts/fields";
import { ExpertInput } from "~/models/records/experts/input.server";
import { FEATURED_EXPERTS } from "~/models/records/experts/rows.server";
import { publicRecord } from "~/models/records/profiles/public-view.server";
import { provenanceOfMany } from "~/models/records/provenance/provenance.server";
import { publishMany, refusalReason } from "~/models/records/publish/many.server";
import { ASKED_NOT_TO_BE_LISTED } from "~/models/records/relisting/relisting.server";
import { setFeatured } from "~/models/records/shared/featured.server";
import { acceptedWorks, dismissedWorks } from "~/models/records/works/works.server";
import type { Kind, RestoredSite, Writer } from "../kind.server";

export const experts: Kind = {
  records: { table: "experts", key: "rowId", texts: LONG_FIELDS, read },
  restore,
};

async function read(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("experts")
    .selectAll()
    .where("rowId", ">", Number(after))
    .where("rowId", "<=", Number(last))
    .where("deletedAt", "is", null)
    .orderBy("rowId")
    .execute();
  const rowIds = rows.map((row) => row.rowId);
  const slugRows = from.selectFrom("slugs").selectAll().where("expertRowId", "in", rowIds).orderBy("slug");
  const slugs = await slugRows.execute();
  const provenance = await provenanceOfMany(from, "expertRowId", rowIds);
  const evidence = await evidenceOfMany(from, "expertRowId", rowIds);
  const worksByRow = await acceptedWorks(from, rowIds);
  const dismissedByRow = await dismissedWorks(from, rowIds);
  const rejectedSlugs = await rejectedTopics(from, rowIds);
  return rows.map((row) => {
    const formerRows = slugs.filter(({ expertRowId, slug }) => expertRowId === row.rowId && slug !== row.slug);
    const placement = { featuredPosition: row.featuredPosition, formerSlugs: formerRows.map(({ slug }) => slug) };
    const editorFields = { state: row.state, publishAt: row.publishAt, notes: row.notes, sortName: row.givenSortName };
    const details = {
      works: worksByRow.get(row.rowId) ?? [],
      dismissedWorks: dismissedByRow.get(row.rowId) ?? [],
      rejectedTopics: rejectedSlugs.get(row.rowId) ?? [],
      provenance: provenance.get(row.rowId) ?? [],
      evidence: evidence.get(row.rowId) ?? [],
    };
    return { ...publicRecord(toExpert(row)), ...editorFields, ...placement, ...details };
  });
}

/** Limits the people of one statement. */
const BATCH_SIZE = 100;

function restore(tx: Queryable, site: RestoredSite): Writer {
  const counts = new Map<string, number>();
  const featured: { rowId: number; position: number }[] = [];
  let waitingEntries: { profile: ImportedProfile; origin: string; position: number | null }[] = [];

  async function addWaiting(): Promise<void> {
    for (const [origin, entries] of Map.groupBy(waitingEntries, (entry) => entry.origin)) {
      const profiles = entries.map(({ profile }) => profile);
      const storeOtherTables = (rowId: number, place: number) =>
        addRelatedRows(tx, rowId, profiles[place] as ImportedProfile);
      const rowIds = await publishMany(tx, null, profiles, { origin, counts, storeOtherTables });
      await publishListings(tx, rowIds);
      for (const [index, { position }] of entries.entries())
        if (position !== null) featured.push({ rowId: rowIds[index] as number, position });
    }
    waitingEntries = [];
  }

  return {
    async add(input) {
      const extras = extrasIn(input);
      const { featured: _, ...record } = parse(ExpertInput, input);
      const refusal = await refusalReason(tx, record);
      if (refusal === ASKED_NOT_TO_BE_LISTED) {
        site.leftOut.push(record.name);
        return;
      }
      if (refusal) throw new AppError("invalid", refusal);
      const { origin, updatedAt, featuredPosition = null } = extras;
      const profile = profileOf(record, extras);
      waitingEntries.push({
        profile: { ...profile, kept: { ...profile.kept, updatedAt } },
        origin,
        position: featuredPosition,
      });
      if (waitingEntries.length === BATCH_SIZE) await addWaiting();
    },
    async end() {
      await addWaiting();
      const order = featured.sort((first, second) => first.position - second.position);
      await setFeatured(
        tx,
        FEATURED_EXPERTS,
        order.map(({ rowId }) => rowId),
      );
    },
  };
}
