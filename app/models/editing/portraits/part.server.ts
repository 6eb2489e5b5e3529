import { type ExpertRow, readDb } from "~/db.server";
import { env } from "~/env.server";
import type { Admin, Editor } from "~/models/base/accounts/admin.server";
import { joinPieces, type Matter } from "~/models/base/parts/matter";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import type { SetupStep } from "~/models/base/parts/setup-step";
import { countNoun } from "~/models/base/text/numbers";
import { countUnidentified, identitySearch } from "~/models/editing/identity/identity-search.server";
import { portraitAt } from "~/models/records/images/credits.server";
import { lostPortraits, portraitProblem, startPortraitChecks } from "./portrait-checks.server";
import { countSearchable, countUnpictured, portraitSearch } from "./portrait-search.server";

export const portraitsPart = {
  tables: {
    portraitSearches: {
      key: ["expertRowId"],
      person: {
        expertRowId: {
          merge: moveOnce("portraitSearches", "expertRowId"),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      texts: { detail: "stays: why no picture was found of the person" },
      silent: ["wikidata", "outcome"],
      handedOut: "not: the outcome of a search, which can be repeated",
    },
    portraitCandidates: {
      key: ["expertRowId", "file"],
      person: {
        expertRowId: {
          merge: moveOnce("portraitCandidates", "expertRowId", ["file"], { column: "decision", value: "" }),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      account: { decidedBy: { deletion: "unlinked" } },
      texts: {
        author: "editors",
        source: "editors",
        file: "editors",
        foundAt: "editors",
        itemLabel: "editors",
        itemDescription: "editors",
      },
      locate: ({ expertRowId }) => ({
        what: "Proposed picture",
        expert: expertRowId,
        page: "/portrait",
        isPublic: false,
      }),
      silent: ["licence", "licenceUrl", "foundBy", "item", "decision"],
      handedOut: {
        exported: "not: proposals; an accepted picture is part of its record",
        dataset: NOT_PUBLIC,
        mine: "not: work on the site's records",
      },
    },
  },
  loops: () => (env.OPEN_DATA ? [startPortraitChecks()] : []),
  attention: unsureLicences,
  setup: portraitSetupSteps,
  adminPages: [
    {
      to: "/admin/portraits",
      label: "Portraits",
      purpose: "Find and choose pictures that are free to use",
      place: "What Is Missing",
      rank: 4,
    },
  ],
  sections: [{ page: "portrait", label: "Portrait", rank: 2, state: portraitState }],
} satisfies Part;

async function portraitState(editor: Editor, { rowId, imageUrl }: ExpertRow): Promise<string> {
  const portrait = await portraitAt(imageUrl);
  if (!portrait) {
    const openCandidates = readDb
      .selectFrom("portraitCandidates")
      .where("expertRowId", "=", rowId)
      .where("decision", "=", "");
    const { proposals } = await openCandidates
      .select((e) => e.fn.countAll<number>().as("proposals"))
      .executeTakeFirstOrThrow();
    return Number(proposals) === 0 ? "None yet" : `None yet; ${countNoun(Number(proposals), "proposal", "proposals")}`;
  }
  if (!portrait.credit) return "Licence not recorded";
  if (await portraitProblem(editor, imageUrl)) return "Its licence is no longer sure";
  const { author, licence, source } = portrait.credit;
  return `${COMMONS.test(source) ? "From Wikimedia Commons" : `By ${author || "somebody not named"}`}, ${licence}`;
}

const COMMONS = /^https:\/\/commons\.wikimedia\.org\//;

const MAX_NAMED_PORTRAITS = 5;

async function unsureLicences(editor: Editor): Promise<Matter[]> {
  const portraits = await lostPortraits(editor);
  if (portraits.length === 0) return [];
  const pictures = portraits
    .slice(0, MAX_NAMED_PORTRAITS)
    .map(({ id, name, problem }) => [{ to: `/admin/experts/${id}/portrait`, text: name }, `: ${problem}`]);
  const advice = "Take the picture again with today’s licence, choose another one, or remove it.";
  const text = ["Pictures whose licence is no longer sure: ", ...joinPieces(pictures, " ")];
  return [
    {
      key: "portraits",
      isOpen: true,
      text: [...text, `${portraits.length > MAX_NAMED_PORTRAITS ? " …" : ""} ${advice}`],
    },
  ];
}

/** Returns the set-up step while nobody has a picture and there are people to search for. */
async function portraitSetupSteps(admin: Admin): Promise<SetupStep[]> {
  if (!env.OPEN_DATA) return [];
  const { people, without: unpicturedCount } = await countUnpictured();
  if (people === 0 || people > unpicturedCount) return [];
  const [searchableCount, unidentifiedCount] = [await countSearchable(), await countUnidentified()];
  const [portraits, identities] = [await portraitSearch(admin), await identitySearch(admin)];
  const isDone = (search: { status: string } | null, remainingCount: number) =>
    remainingCount === 0 || search?.status === "completed";
  if (searchableCount === 0 && unidentifiedCount === 0) return [];
  const failedSearch = [identities, portraits].find(
    (search) => search && search.status !== "running" && search.status !== "completed",
  );
  const isRunning = !failedSearch && [identities, portraits].some((search) => search?.status === "running");
  const text = `No profile has a picture yet, and ${unidentifiedCount.toLocaleString("en")} of ${people.toLocaleString("en")} have no identifier. The site asks Wikidata, Wikimedia Commons, ORCID and OpenAlex. You then decide about each result with a single key.`;
  return [
    {
      title: "Look for portraits and identifiers",
      text: failedSearch
        ? `${text} The last search did not come to its end: ${failedSearch.message} A site without internet can leave this step out.`
        : text,
      variables: [],
      ...(isRunning
        ? { link: { to: "/admin/identifiers", label: "It is running" } }
        : {
            press: {
              action: "/admin/identifiers?index",
              intent: "all",
              label: failedSearch ? "Try again" : "Look for all of them",
            },
          }),
      isDone: isDone(portraits, searchableCount) && isDone(identities, unidentifiedCount),
    },
  ];
}
