import type { Queryable } from "~/db.server";
import { env } from "~/env.server";
import type { Part, Person } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { startLinkChecks } from "./check.server";
import { forgetLinks } from "./stored-checks.server";

const moveChecks = moveOnce("linkChecks", "expertRowId", ["url"]);

export const linksPart = {
  tables: {
    linkChecks: {
      key: ["expertRowId", "url"],
      person: {
        expertRowId: {
          merge: async (tx: Queryable, from: Person, to: Person) => {
            await moveChecks(tx, from, to);
            await forgetLinks(tx, to.rowId);
          },
          removal: "goes",
          trash: "hidden",
          end: "goes",
        },
      },
      texts: { url: "stays: a link of the profile, where it is found", reason: "stays: what a server answered" },
      silent: ["status"],
      handedOut: "not: made anew from what is written",
    },
  },
  loops: () => (env.LINK_CHECK ? [startLinkChecks()] : []),
} satisfies Part;
