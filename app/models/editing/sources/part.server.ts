import { type ExpertRow, readDb } from "~/db.server";
import { env } from "~/env.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { joinPieces, type Matter } from "~/models/base/parts/matter";
import type { Part } from "~/models/base/parts/part";
import { countNoun } from "~/models/base/text/numbers";
import { undecidedPeople } from "~/models/records/directory/source-proposals.server";
import { evidenceOf } from "~/models/records/evidence/evidence.server";
import { supportWithoutRepeats } from "~/models/records/evidence/support";
import { rowSubject } from "~/models/records/sources/subjects.server";
import { unsupportedTexts } from "~/models/records/sources/unsupported.server";
import { lostSources, startEvidenceChecks } from "./freshness.server";

export const sourcesPart = {
  loops: () => (env.LINK_CHECK ? [startEvidenceChecks()] : []),
  attention: sourceMatters,
  adminPages: [
    {
      to: "/admin/sources",
      label: "Find Sources",
      purpose: "Passages that could support sentences without a source",
      place: "What Is Missing",
      rank: 1,
    },
  ],
  recordPages: [{ to: "/admin/articles/:id/sources", label: "Sources", rank: 2 }],
  sections: [{ page: "sources", label: "Sources", rank: 1, state: sourcesState }],
} satisfies Part;

async function sourcesState(_editor: Editor, expert: ExpertRow): Promise<string> {
  const { of: owner, record, fields } = await rowSubject(expert, readDb);
  const evidence = await evidenceOf(owner);
  const sentences = fields.flatMap((field) => supportWithoutRepeats(record, field, evidence));
  if (sentences.length === 0) return "No sentences yet";
  const sourcedCount = sentences.filter((sentence) => sentence.evidence.some(({ source }) => source)).length;
  return `${sourcedCount} of ${countNoun(sentences.length, "sentence has", "sentences have")} a source`;
}

async function sourceMatters(editor: Editor): Promise<Matter[]> {
  const [lostSummary, peopleToDecide, unsupportedScreens] = await Promise.all([
    lostSources(editor),
    undecidedPeople(editor),
    unsupportedTexts(editor),
  ]);
  const matters: (Matter | false)[] = [
    lostSummary.count > 0 && {
      key: "sources",
      isOpen: true,
      text: [
        `${countNoun(lostSummary.count, "source is", "sources are")} gone, changed or retracted: `,
        ...screenLinks(lostSummary.screens),
        ".",
      ],
    },
    peopleToDecide > 0 && {
      key: "found",
      isOpen: true,
      text: [
        "Passages were found for sentences of ",
        {
          to: "/admin/experts?gap=found",
          text: countNoun(peopleToDecide, "profile", "profiles"),
        },
        ", and wait to be ",
        { to: "/admin/sources", text: "taken or rejected" },
        ".",
      ],
    },
    unsupportedScreens.length > 0 && {
      key: "unsupported",
      isOpen: true,
      text: ["Imported or scheduled texts of AI need sources: ", ...screenLinks(unsupportedScreens), "."],
    },
  ];
  return matters.filter((matter) => matter !== false);
}

function screenLinks(screens: { path: string; name: string }[]) {
  return joinPieces(screens.map(({ path, name }) => [{ to: path, text: name }]));
}
