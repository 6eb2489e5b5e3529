import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { namesOf } from "~/models/records/shared/fields";
import { EXPERT_RECORD, IMAGE_FIELDS } from "./fields";

const DERIVED = "not: derived from the records";

/** Fields with codes, which name nobody. */
const CODE_FIELDS = ["topics", "country", "born", "died"] as const;
/** Fields with texts that people write, by their kind, so that a new field is included. */
const TEXT_FIELDS = namesOf(EXPERT_RECORD, "line", "text", "prose", "address", "rows");
const PUBLIC_TEXTS = Object.fromEntries(
  TEXT_FIELDS.filter((name) => !CODE_FIELDS.some((code) => code === name)).map((name) => [name, "readers"]),
) as { [field in (typeof TEXT_FIELDS)[number]]?: "readers" };

export const expertsPart = {
  tables: {
    experts: {
      texts: {
        ...PUBLIC_TEXTS,
        sources: "readers",
        linkKinds: "readers",
        notes: "editors",
        givenSortName: "editors",
      },
      images: IMAGE_FIELDS,
      locate: ({ rowId, deletedAt }) => ({ what: "Profile", expert: rowId, isPublic: deletedAt === null }),
      silent: [
        ...namesOf(EXPERT_RECORD, "image", "identifier", "choice", "choices"),
        ...CODE_FIELDS,
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
      person: { expertRowId: { merge: "moved", removal: "deleted", trash: "hidden", deletion: "deleted" } },
      texts: { slug: "stays: an address, deleted with the profile" },
      handedOut: { exported: "experts", dataset: "not: former addresses lead to the present one" },
    },
    expertRevisions: {
      person: {
        expertRowId: {
          merge: "stays: each profile keeps its history, so that a merge can be undone",
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      account: { userId: { deletion: "unlinked" } },
      texts: { before: "editors", after: "editors", userName: "stays: the editor who made the change" },
      locate: ({ expertRowId }) => ({ what: "Former version", expert: expertRowId, page: "/history", isPublic: false }),
      silent: ["action"],
      handedOut: {
        exported: "not: the history of this site",
        dataset: NOT_PUBLIC,
        mine: "not: the history of the site's records; the audit log names the editors",
      },
    },
    contentVersion: { key: ["only"], handedOut: DERIVED },
  },
} satisfies Part;
