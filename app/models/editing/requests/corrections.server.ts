/** Reads the public log of corrections: which fields of which profiles were corrected, and how long answers take. */
import { type RequestRow, readDb } from "~/db.server";
import { findPage, type PageQuery, type Paging } from "~/models/base/input/paging.server";
import { labelOf } from "./queue.server";

export const CORRECTIONS_PAGE_SIZE = 50;

export interface Correction {
  at: string;
  kind: RequestRow["kind"];
  outcome: RequestRow["status"];
  /** The label of the field; "" if the request named none. */
  field: string;
  /** The corrected profile; null if it is not public any more. */
  profile: { slug: string; name: string } | null;
}

export interface Corrections extends Paging {
  corrections: Correction[];
  total: number;
  /** The time from confirmation to decision of all requests; null without requests. */
  medianAnswerMs: number | null;
}

/** Tells whether the log has an entry. */
export async function hasCorrections(): Promise<boolean> {
  const firstEntry = readDb.selectFrom("requests").select("id").where("isPublic", "=", 1).limit(1);
  return (await firstEntry.executeTakeFirst()) !== undefined;
}

/** Returns one page of the log, the latest entry first; past the end it is empty, or the last page with `nearest`. */
export async function correctionsPage(query: PageQuery, options: { nearest?: boolean } = {}): Promise<Corrections> {
  const publicRequests = readDb.selectFrom("requests").where("isPublic", "=", 1);
  const { total } = await publicRequests.select((e) => e.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const result = await findPage(query, options, async (offset) => {
    const rows = publicRequests
      .leftJoin("experts", (join) =>
        join
          .onRef("experts.rowId", "=", "requests.expertRowId")
          .on("experts.deletedAt", "is", null)
          .on("experts.state", "=", "public"),
      )
      .select(["requests.kind", "requests.status", "field", "decidedAt", "experts.slug", "experts.name"])
      .orderBy("decidedAt", "desc")
      .orderBy("requests.id")
      .limit(query.limit)
      .offset(offset);
    return { corrections: (await rows.execute()).map(toCorrection), total };
  });
  return { ...result, medianAnswerMs: await readMedianAnswerMs() };
}

type Row = Pick<RequestRow, "kind" | "status" | "field" | "decidedAt"> & { slug: string | null; name: string | null };

function toCorrection({ kind, status, field, decidedAt, slug, name }: Row): Correction {
  const profile = slug !== null && name !== null ? { slug, name } : null;
  return { at: decidedAt ?? "", kind, outcome: status, field: labelOf(field), profile };
}

async function readMedianAnswerMs(): Promise<number | null> {
  const answeredRequests = readDb.selectFrom("requests").where("answeredInMs", "is not", null);
  const { count } = await answeredRequests.select((e) => e.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const middleRequest = answeredRequests
    .select("answeredInMs")
    .orderBy("answeredInMs")
    .offset(Math.floor((count - 1) / 2))
    .limit(1);
  return count === 0 ? null : ((await middleRequest.executeTakeFirst())?.answeredInMs ?? null);
}
