import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";

export const providersPart = {
  tables: {
    aiCalls: {
      account: { userId: { end: "unlinked" } },
      texts: { message: "blanked" },
      silent: ["task", "provider", "model", "ranModel", "status", "jobId"],
      handedOut: {
        exported: "not: the past of this site",
        dataset: NOT_PUBLIC,
        mine: "not: what the site asked of a provider, for its costs",
      },
    },
    aiModels: {
      key: ["provider", "model"],
      texts: { message: "stays: what a provider said of a model" },
      silent: ["provider", "model", "status"],
      handedOut: "not: what this site's processes are at",
    },
  },
} satisfies Part;
