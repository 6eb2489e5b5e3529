import type { Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { Matter } from "~/models/base/parts/matter";
import { type Leaving, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { countNoun } from "~/models/base/text/numbers";
import { countStoppedImports, startImportRecovery } from "./import.server";

const STATE = "not: what this site's processes are at";

export const importsPart = {
  tables: {
    imports: {
      key: ["id"],
      account: { createdBy: { deletion: "unlinked" } },
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
          deletion: "stays: what an import did, which goes with it",
        },
      },
      texts: { name: "deleted", detail: "deleted", step: "deleted", source: "deleted", problems: "deleted" },
      silent: ["importId", "state", "outcome", "answer", "basedOn", "marks"],
      handedOut: STATE,
    },
    importMappings: {
      key: ["id"],
      account: { createdBy: { deletion: "unlinked" } },
      texts: { name: "deleted", headings: "deleted", mapping: "deleted" },
      handedOut: { exported: STATE, dataset: NOT_PUBLIC, mine: STATE },
    },
  },
  loops: () => [startImportRecovery()],
  attention: stoppedImports,
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

async function stoppedImports({ role }: Editor): Promise<Matter[]> {
  const count = role === "admin" ? await countStoppedImports() : 0;
  if (count === 0) return [];
  const link = { to: "/admin/import", text: countNoun(count, "import has", "imports have") };
  return [{ key: "imports", isOpen: true, text: [link, " stopped before the end. Continue on the import's page."] }];
}

async function removeRows(tx: Queryable, { rowIds }: Leaving): Promise<void> {
  await tx.deleteFrom("importRows").where("subjectRowId", "in", rowIds).execute();
}
