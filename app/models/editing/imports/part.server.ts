import type { Queryable } from "~/db.server";
import { type Leaving, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { startImportRecovery } from "./import.server";

const STATE = "not: what this site's processes are at";

export const importsPart = {
  tables: {
    imports: {
      key: ["id"],
      account: { createdBy: { end: "unlinked" } },
      texts: { name: "stays: the name of a file, which who runs the site chose" },
      silent: ["format", "reading", "mapping", "phase", "counts", "jobId"],
      handedOut: { exported: STATE, dataset: NOT_PUBLIC, mine: STATE },
    },
    importRows: {
      key: ["importId", "position"],
      person: {
        subjectRowId: {
          merge: "stays: an import asks to be checked again when a profile changed",
          removal: removeRows,
          trash: "hidden",
          end: "stays: what an import did, which goes with it",
        },
      },
      texts: { name: "goes", detail: "goes", step: "goes", source: "goes", problems: "goes" },
      silent: ["importId", "state", "outcome", "answer", "basedOn", "marks"],
      handedOut: STATE,
    },
    importMappings: {
      key: ["id"],
      account: { createdBy: { end: "unlinked" } },
      texts: { name: "goes", headings: "goes", mapping: "goes" },
      handedOut: { exported: STATE, dataset: NOT_PUBLIC, mine: STATE },
    },
  },
  loops: () => [startImportRecovery()],
  adminPages: [
    {
      to: "/admin/import",
      label: "Import",
      purpose: "Import people from a table",
      place: "Settings",
      rank: 6,
      isForAdmins: true,
    },
  ],
} satisfies Part;

async function removeRows(tx: Queryable, { rowIds }: Leaving): Promise<void> {
  await tx.deleteFrom("importRows").where("subjectRowId", "in", rowIds).execute();
}
