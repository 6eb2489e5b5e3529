import type { Queryable } from "~/db.server";
import { env } from "~/env.server";
import type { Part, Person } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { startLinkChecks } from "./check.server";
import { deleteObsoleteChecks } from "./stored-checks.server";

const moveChecks = moveOnce("linkChecks", "expertRowId", ["url"]);

export const linksPart = {
  tables: {
    linkChecks: {
      key: ["expertRowId", "url"],
      person: {
        expertRowId: {
          merge: async (tx: Queryable, from: Person, to: Person) => {
            await moveChecks(tx, from, to);
            await deleteObsoleteChecks(tx, to.rowId);
          },
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      texts: { url: "stays: a link of the profile", reason: "stays: the answer of a server" },
      silent: ["status"],
      handedOut: "not: derived from the records",
    },
  },
  loops: () => (env.LINK_CHECK ? [startLinkChecks()] : []),
} satisfies Part;
