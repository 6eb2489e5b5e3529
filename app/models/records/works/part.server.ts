import { type ExpertRow, readDb } from "~/db.server";
import { env } from "~/env.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { joinPieces, type Matter } from "~/models/base/parts/matter";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { startWorksRefresh } from "./refresh.server";
import { newRetractions, worksOfFormerAuthors } from "./works.server";

export const worksPart = {
  tables: {
    works: {
      person: {
        expertRowId: {
          merge: moveOnce("works", "expertRowId", ["openalex"], { column: "status", value: "suggested" }),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      texts: { title: "readers", venue: "readers" },
      locate: ({ expertRowId, status }) => ({
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
  attention: retractions,
  sections: [{ page: "works", label: "Works", rank: 5, state: worksState }],
} satisfies Part;

async function worksState(_editor: Editor, { rowId, openalex }: ExpertRow): Promise<string> {
  const works = readDb.selectFrom("works").where("expertRowId", "=", rowId).where("status", "!=", "dismissed");
  const counts = await works
    .select(["status", (e) => e.fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  const countOf = (wantedStatus: string) => Number(counts.find(({ status }) => status === wantedStatus)?.count ?? 0);
  const [acceptedCount, suggestedCount] = [countOf("accepted"), countOf("suggested")];
  if (acceptedCount + suggestedCount === 0) return "None yet";
  const formerCount = acceptedCount > 0 ? (await worksOfFormerAuthors({ rowId, openalex })).length : 0;
  const formerNote = formerCount > 0 ? `, ${formerCount} of a former OpenAlex identifier` : "";
  return `${acceptedCount || "None"} on the profile${formerNote}${suggestedCount > 0 ? `, ${suggestedCount} suggested` : ""}`;
}

const MAX_NAMED_WORKS = 5;

async function retractions(editor: Editor): Promise<Matter[]> {
  const retractedWorks = await newRetractions(editor);
  if (retractedWorks.length === 0) return [];
  const works = retractedWorks
    .slice(0, MAX_NAMED_WORKS)
    .map(({ id, name, title }) => [`${title} (`, { to: `/admin/experts/${id}/works`, text: name }, ")"]);
  const ellipsis = retractedWorks.length > MAX_NAMED_WORKS ? " …" : "";
  return [
    { key: "retractions", isOpen: true, text: ["Retracted works on profiles: ", ...joinPieces(works), ellipsis] },
  ];
}
