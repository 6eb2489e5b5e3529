/** The experts of an import: rows, addresses, histories and lists batch by batch, the search index for all at the end. */
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { replace } from "~/models/ai/provenance.server";
import { addRevisions, saveExpert, withoutEmpty } from "~/models/experts/edit.server";
import { joinFeatured } from "~/models/experts/featured-positions.server";
import { indexMany, publishListings, putInLists } from "~/models/experts/publish.server";
import { ExpertInput, insertExperts, takenSlugs } from "~/models/experts/write.server";
import type { ExpertStep } from "./import-check.server";

export function changedMeanwhile(): AppError {
  return new AppError("conflict", "The directory changed since the file was checked. Nothing was imported.");
}

/** A step with the row it was written to. */
interface Written {
  step: ExpertStep;
  rowId: number;
}

export class ExpertsWriter {
  private readonly rowIds: number[] = [];
  private readonly featured: { place: number; rowId: number }[] = [];
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly tx: Queryable,
    private readonly admin: Admin,
  ) {}

  /** How many experts were written. */
  get written(): number {
    return this.rowIds.length;
  }

  /**
   * Writes everything but the search index.
   *
   * @throws AppError "conflict" when somebody changed meanwhile what would be overwritten, or took an address.
   */
  async write(steps: ExpertStep[]): Promise<void> {
    const added = await this.add(steps.filter(({ rowId }) => rowId === null));
    const changed = await this.change(steps);
    const all = [...added, ...changed];
    const rowIds = all.map(({ rowId }) => rowId);
    await putInLists(this.tx, rowIds);
    await this.keepFormerSlugs(all);
    for (const { step, rowId } of all)
      if (step.provenance) await replace(this.tx, { expertRowId: rowId }, step.provenance);
    for (const { step, rowId } of all) {
      if (step.featuredPosition !== null) this.featured.push({ place: step.featuredPosition, rowId });
    }
    this.rowIds.push(...rowIds);
  }

  /** @param turn is called between two slices with how many experts are done; what it throws ends the work. */
  async index(turn: (done: number) => Promise<void>): Promise<void> {
    await indexMany(this.tx, this.rowIds, turn);
  }

  /** Features who was featured where they come from, in that order, after those who are featured here. */
  async feature(): Promise<void> {
    this.featured.sort((a, b) => a.place - b.place);
    for (const { rowId } of this.featured) {
      const { featuredPosition } = await this.tx
        .selectFrom("experts")
        .select("featuredPosition")
        .where("rowId", "=", rowId)
        .executeTakeFirstOrThrow();
      if (featuredPosition !== null) continue;
      await joinFeatured(this.tx, rowId);
      await publishListings(this.tx, [rowId]);
    }
  }

  private async add(steps: ExpertStep[]): Promise<Written[]> {
    const taken = await takenSlugs(
      this.tx,
      steps.flatMap(({ record }) => record.slug || []),
    );
    if (taken.size > 0) throw changedMeanwhile();
    const written: Written[] = [];
    for (const origin of new Set(steps.map((step) => step.origin))) {
      const some = steps.filter((step) => step.origin === origin);
      const people = some.map(({ record }) => ExpertInput.parse({ name: "", ...record }));
      const keys = await insertExperts(this.tx, people, { origin, counts: this.counts });
      const at = new Date().toISOString();
      const revisions = keys.map(({ rowId, slug }, place) => {
        const person = people[place] as (typeof people)[number];
        const featured = some[place]?.featuredPosition !== null;
        const after = withoutEmpty({ ...person, slug, featured });
        return { expertRowId: rowId, action: "imported", before: {}, after, at } as const;
      });
      await addRevisions(this.tx, this.admin, revisions);
      written.push(...keys.map(({ rowId }, place) => ({ rowId, step: some[place] as ExpertStep })));
    }
    return written;
  }

  private async change(steps: ExpertStep[]): Promise<Written[]> {
    const written: Written[] = [];
    for (const step of steps) {
      const { rowId, updatedAt, record } = step;
      if (rowId === null) continue;
      const save = { rowId, record, action: "imported", expectedUpdatedAt: updatedAt, unpublished: true } as const;
      // One that is only to be featured has no changes.
      if (Object.keys(record).length > 0) await saveExpert(this.tx, this.admin, save);
      written.push({ step, rowId });
    }
    return written;
  }

  private async keepFormerSlugs(all: Written[]): Promise<void> {
    const slugs = all.flatMap(({ step, rowId }) => step.formerSlugs.map((slug) => ({ slug, expertRowId: rowId })));
    for (let at = 0; at < slugs.length; at += 1_000) {
      await this.tx
        .insertInto("slugs")
        .values(slugs.slice(at, at + 1_000))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}
