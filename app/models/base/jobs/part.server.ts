import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { startClockWatch } from "./clock.server";

const STATE = "not: what this site's processes are at";

export const jobsPart = {
  tables: {
    jobs: {
      account: { createdBy: { end: "unlinked" } },
      texts: { input: "goes", result: "goes", partial: "goes", message: "goes" },
      silent: ["kind", "status"],
      handedOut: { exported: STATE, dataset: NOT_PUBLIC, mine: STATE },
    },
    cursors: {
      key: ["name"],
      texts: { value: "stays: numbers and times, no names" },
      silent: ["name"],
      handedOut: STATE,
    },
  },
  loops: () => [startClockWatch()],
} satisfies Part;
