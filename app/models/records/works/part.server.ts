import { env } from "~/env.server";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { startWorksRefresh } from "./refresh.server";

export const worksPart = {
  tables: {
    works: {
      person: {
        expertRowId: {
          merge: moveOnce("works", "expertRowId", ["openalex"], { column: "status", value: "suggested" }),
          removal: "goes",
          trash: "hidden",
        },
      },
      texts: { title: "readers", venue: "readers" },
      found: ({ expertRowId, status }) => ({
        what: "Work",
        expert: expertRowId,
        page: "/works",
        isPublic: status === "accepted",
      }),
      silent: ["openalex", "doi", "status", "subjects"],
      handedOut: { exported: "experts", dataset: NOT_PUBLIC },
    },
  },
  loops: () => (env.OPEN_DATA ? [startWorksRefresh()] : []),
} satisfies Part;
