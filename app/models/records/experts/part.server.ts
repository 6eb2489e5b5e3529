import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { namesOf } from "~/models/records/shared/fields";
import { EXPERT_RECORD, IMAGE_FIELDS } from "./fields";

const MADE_ANEW = "not: made anew from what is written";

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
      locate: ({ rowId, deletedAt }) => ({ what: "Profile", expert: rowId, isPublic: deletedAt === null }),
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
      person: { expertRowId: { merge: "moves", removal: "goes", trash: "hidden", end: "goes" } },
      texts: { slug: "stays: an address, of a profile that goes with it" },
      handedOut: { exported: "experts", dataset: "not: former addresses lead to the present one" },
    },
    expertRevisions: {
      person: {
        expertRowId: {
          merge: "stays: each profile keeps its past, so that a merge can be taken back",
          removal: "goes",
          trash: "hidden",
          end: "goes",
        },
      },
      account: { userId: { end: "unlinked" } },
      texts: { before: "editors", after: "editors", userName: "stays: who changed something, not about whom" },
      locate: ({ expertRowId }) => ({ what: "Former version", expert: expertRowId, page: "/history", isPublic: false }),
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
