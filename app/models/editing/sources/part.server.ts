import { env } from "~/env.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { counted, joined, type Matter } from "~/models/base/parts/matter";
import type { Part } from "~/models/base/parts/part";
import { undecidedPeople } from "~/models/records/directory/source-proposals.server";
import { unsupportedTexts } from "~/models/records/sources/unsupported.server";
import { lostSources, startEvidenceChecks } from "./freshness.server";

export const sourcesPart = {
  loops: () => (env.LINK_CHECK ? [startEvidenceChecks()] : []),
  attention: sourcesToLookAt,
  adminPages: [
    {
      to: "/admin/sources",
      label: "Find Sources",
      purpose: "Passages that could support sentences without a source",
      place: "What Is Missing",
      rank: 1,
    },
  ],
  recordPages: [
    { to: "/admin/experts/:id/sources", label: "Sources" },
    { to: "/admin/articles/:id/sources", label: "Sources", rank: 2 },
  ],
} satisfies Part;

async function sourcesToLookAt(editor: Editor): Promise<Matter[]> {
  const [lost, found, unsupported] = await Promise.all([
    lostSources(editor),
    undecidedPeople(editor),
    unsupportedTexts(editor),
  ]);
  const matters: (Matter | false)[] = [
    lost.count > 0 && {
      key: "sources",
      isOpen: true,
      text: [
        `${counted(lost.count, "source is", "sources are")} gone, changed or retracted: `,
        ...screens(lost.screens),
        ".",
      ],
    },
    found > 0 && {
      key: "found",
      isOpen: true,
      text: [
        "Passages were found for sentences of ",
        {
          to: "/admin/experts?gap=found",
          text: counted(found, "profile", "profiles"),
        },
        ", and wait to be ",
        { to: "/admin/sources", text: "taken or rejected" },
        ".",
      ],
    },
    unsupported.length > 0 && {
      key: "unsupported",
      isOpen: true,
      text: ["Imported or scheduled texts of AI need sources: ", ...screens(unsupported), "."],
    },
  ];
  return matters.filter((matter) => matter !== false);
}

function screens(of: { path: string; name: string }[]) {
  return joined(of.map(({ path, name }) => [{ to: path, text: name }]));
}
