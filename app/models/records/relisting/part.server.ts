import type { Part } from "~/models/base/parts/part";

const HASHES = "not: keyed hashes that only this site's key can read";

export const relistingPart = {
  tables: {
    goneSlugs: { key: ["hash"], silent: ["hash"], handedOut: HASHES },
    doNotRelist: { key: ["hash"], silent: ["hash"], handedOut: HASHES },
    removals: {
      key: ["id"],
      person: {
        id: {
          by: "id",
          merge: "stays: a profile that can be restored has none",
          removal: "stays: for those who keep a copy of the directory, and names nobody",
          trash: "hidden",
          deletion: "stays: for those who keep a copy of the directory",
        },
      },
      silent: ["id", "kind"],
      handedOut: "not: the history of this site",
    },
  },
  privacy: () => ({
    "If you are listed":
      "You can correct your profile or have it removed through the link on it, without an account and without giving a reason; it is decided within 30 days of being confirmed. After a removal the name is not kept. So that nobody lists you again, we keep a keyed hash of your name and identifiers and nothing else.",
  }),
} satisfies Part;
