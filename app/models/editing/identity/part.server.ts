import { type ExpertRow, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { countNoun } from "~/models/base/text/numbers";
import { PERSONAL_IDENTIFIERS, REGISTRIES } from "~/models/records/experts/identifiers";
import { isPresent, parsePosition } from "~/models/records/experts/positions";

export const identityPart = {
  tables: {
    identitySearches: {
      key: ["expertRowId"],
      person: {
        expertRowId: {
          merge: moveOnce("identitySearches", "expertRowId"),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      texts: { detail: "stays: why nothing was found of the person" },
      silent: ["outcome"],
      handedOut: "not: the outcome of a search, which can be repeated",
    },
    identityCandidates: {
      key: ["expertRowId", "key"],
      person: {
        expertRowId: {
          merge: moveOnce("identityCandidates", "expertRowId", ["key"], { column: "decision", value: "" }),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      account: { decidedBy: { deletion: "unlinked" } },
      texts: { name: "editors", description: "editors", employers: "editors", works: "editors", reasons: "editors" },
      locate: ({ expertRowId }) => ({
        what: "Proposed identifiers",
        expert: expertRowId,
        page: "/identifiers",
        isPublic: false,
      }),
      silent: ["key", "orcid", "wikidata", "openalex", "decision", "taken"],
      handedOut: {
        exported: "not: proposals; accepted identifiers are part of the record",
        dataset: NOT_PUBLIC,
        mine: "not: work on the site's records",
      },
    },
  },
  adminPages: [
    {
      to: "/admin/identifiers",
      label: "Identifiers",
      purpose: "Look for who people are at ORCID, Wikidata and OpenAlex",
      place: "What Is Missing",
      rank: 3,
    },
  ],
  sections: [
    { page: "identifiers", label: "Identifiers", rank: 3, state: identifiersState },
    { page: "positions", label: "Positions", rank: 4, state: positionsState },
  ],
} satisfies Part;

async function identifiersState(_editor: Editor, expert: ExpertRow): Promise<string> {
  const registryLabels = PERSONAL_IDENTIFIERS.filter((kind) => expert[kind]).map((kind) => REGISTRIES[kind].label);
  if (registryLabels.length > 0) return registryLabels.join(", ");
  const openCandidates = readDb
    .selectFrom("identityCandidates")
    .where("expertRowId", "=", expert.rowId)
    .where("decision", "=", "");
  const { proposals } = await openCandidates
    .select((e) => e.fn.countAll<number>().as("proposals"))
    .executeTakeFirstOrThrow();
  return Number(proposals) === 0 ? "None yet" : `None yet; ${countNoun(Number(proposals), "proposal", "proposals")}`;
}

async function positionsState(_editor: Editor, { positions }: ExpertRow): Promise<string> {
  const entries = (JSON.parse(positions) as string[]).map(parsePosition);
  if (entries.length === 0) return "None yet";
  const sourcedCount = entries.filter(({ source }) => source).length;
  const endedNote = entries.some(isPresent) ? "" : "; the last has ended";
  return `${entries.length}, ${sourcedCount === entries.length ? "all" : sourcedCount || "none"} with a source${endedNote}`;
}
