import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { startClockWatch } from "./clock.server";

const WHY_NOT_EXPORTED = "not: the state of this site's processes";

export const jobsPart = {
  tables: {
    jobs: {
      account: { createdBy: { deletion: "unlinked" } },
      texts: { input: "deleted", result: "deleted", partial: "deleted", message: "deleted" },
      silent: ["kind", "status"],
      handedOut: { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: WHY_NOT_EXPORTED },
    },
    cursors: {
      key: ["name"],
      texts: { value: "stays: numbers and times, no names" },
      silent: ["name"],
      handedOut: WHY_NOT_EXPORTED,
    },
  },
  loops: () => [startClockWatch()],
} satisfies Part;
