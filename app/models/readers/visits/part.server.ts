import type { Queryable } from "~/db.server";
import { ALL, ownRows } from "~/models/base/parts/own-rows.server";
import { type Leaving, NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import { startVisits } from "./counting.server";
import { moveVisits } from "./move.server";
import { visitsOfOwnProfiles } from "./statistics.server";
import { forgetVisits, tidyVisits } from "./sums.server";

const READERS = "not: what readers of this site did";

export const visitsPart = {
  tables: {
    visits: {
      key: ["day", "kind", "subject", "host"],
      person: {
        subject: {
          by: "id",
          merge: (tx: Queryable, from: Person, to: Person) => moveVisits(tx, from.id, to.id),
          removal: "goes",
          trash: "hidden",
        },
      },
      texts: {
        subject: (tx: Queryable, { names }: Leaving) => forgetVisits(tx, names),
        host: "stays: forgotten together with the searches",
      },
      silent: ["day", "kind"],
      handedOut: { exported: READERS, dataset: NOT_PUBLIC, mine: "visits" },
    },
  },
  hourly: { visits: () => tidyVisits() },
  counts: startVisits,
  mine: {
    visits: ({ id }) => ownRows(() => visitsOfOwnProfiles({ id }), ALL),
  },
} satisfies Part;
