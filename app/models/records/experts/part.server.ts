import { type Queryable, unindexExperts } from "~/db.server";
import { type Leaving, NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import { namesOf } from "~/models/records/shared/fields";
import { EXPERT_RECORD, IMAGE_FIELDS } from "./fields";

const MADE_ANEW = "not: made anew from what is written";
const deletedWithProfile = { merge: "goes", removal: "goes", trash: "goes" } as const;

/** Fields with codes, which name nobody. */
const CODES = ["topics", "country", "born", "died"] as const;
/** Fields with texts that people write, by their kind, so that a new field is included. */
const WRITTEN = namesOf(EXPERT_RECORD, "line", "text", "prose", "address", "rows");
const READ = Object.fromEntries(
  WRITTEN.filter((name) => !CODES.some((code) => code === name)).map((name) => [name, "readers"]),
) as { [field in (typeof WRITTEN)[number]]?: "readers" };

export const expertsPart = {
  tables: {
    experts: {
      texts: {
        ...READ,
        sources: "readers",
        linkKinds: "readers",
        notes: "editors",
        givenSortName: "editors",
      },
      images: IMAGE_FIELDS,
      found: ({ rowId, deletedAt }) => ({ what: "Profile", expert: rowId, isPublic: deletedAt === null }),
      silent: [
        ...namesOf(EXPERT_RECORD, "image", "identifier", "choice", "choices"),
        ...CODES,
        "sortName",
        "nameKey",
        "nameLetters",
        "sortsAs",
        "state",
        "shareToken",
        "origin",
      ],
      handedOut: { exported: "experts", dataset: true },
    },
    slugs: {
      key: ["slug"],
      person: { expertRowId: { merge: "moves", removal: "goes", trash: "hidden" } },
      texts: { slug: "stays: an address, of a profile that goes with it" },
      handedOut: { exported: "experts", dataset: "not: former addresses lead to the present one" },
    },
    listing: {
      key: ["category", "rank", "sortName", "expertRowId"],
      person: { expertRowId: deletedWithProfile },
      texts: {
        sortName: "stays: a copy of the profile's, and goes with it",
        sortsAs: "stays: a copy of the profile's, and goes with it",
      },
      silent: ["category"],
      handedOut: MADE_ANEW,
    },
    listingCounts: { key: ["category"], silent: ["category"], handedOut: MADE_ANEW },
    searchTexts: {
      key: ["expertRowId"],
      person: { expertRowId: { merge: unindexMerged, removal: unindexLeaving, trash: "goes" } },
      texts: {
        name: "stays: a copy of the profile's words, and changes with them",
        title: "stays: as the name",
        contribution: "stays: as the name",
        rest: "stays: as the name",
      },
      handedOut: MADE_ANEW,
    },
    searchWords: { silent: ["word"], key: ["id"], handedOut: MADE_ANEW },
    websiteHosts: {
      key: ["host", "expertRowId", "submissionRowId"],
      person: { expertRowId: deletedWithProfile },
      texts: { host: "stays: read from the links of the record, and changes with them" },
      handedOut: MADE_ANEW,
    },
    expertRevisions: {
      person: {
        expertRowId: {
          merge: "stays: each profile keeps its past, so that a merge can be taken back",
          removal: "goes",
          trash: "hidden",
        },
      },
      account: { userId: { end: "unlinked" } },
      texts: { before: "editors", after: "editors", userName: "stays: who changed something, not about whom" },
      found: ({ expertRowId }) => ({ what: "Former version", expert: expertRowId, page: "/history", isPublic: false }),
      silent: ["action"],
      handedOut: {
        exported: "not: the past of this site",
        dataset: NOT_PUBLIC,
        mine: "not: the past of the site's records; who changed them is in the audit log",
      },
    },
    contentVersion: { key: ["only"], handedOut: MADE_ANEW },
  },
} satisfies Part;

async function unindexMerged(tx: Queryable, from: Person): Promise<void> {
  await unindexExperts(tx, [from.rowId]);
}

async function unindexLeaving(tx: Queryable, { rowIds }: Leaving): Promise<void> {
  await unindexExperts(tx, rowIds);
}
