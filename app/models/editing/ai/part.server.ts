import type { Queryable } from "~/db.server";
import { NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import { startOpinions } from "./second-opinion.server";
import { removeOldSuggestions } from "./suggestions.server";

export const aiPart = {
  tables: {
    suggestions: {
      key: ["id"],
      person: {
        subjectId: { by: "id", merge: moveSuggestions, removal: "deleted", trash: "hidden", deletion: "deleted" },
      },
      account: { createdBy: { deletion: "unlinked" } },
      texts: { personName: "deleted", text: "deleted" },
      silent: ["subjectKind", "field", "provider", "model"],
      handedOut: {
        exported: "not: work that has not been saved",
        dataset: NOT_PUBLIC,
        mine: "not: the site's texts, which admins write",
      },
    },
  },
  hourly: { suggestions: () => removeOldSuggestions() },
  loops: () => [startOpinions()],
  adminPages: [
    {
      to: "/admin/generate",
      label: "AI Generator",
      purpose: "Draft profiles with checked links",
      place: "AI Generator",
      rank: 1,
    },
  ],
} satisfies Part;

async function moveSuggestions(tx: Queryable, from: Person, to: Person): Promise<void> {
  const update = tx.updateTable("suggestions").where("subjectKind", "=", "expert").where("subjectId", "=", from.id);
  await update.set({ subjectId: to.id, personName: to.name } as never).execute();
}
