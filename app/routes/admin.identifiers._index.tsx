import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { CandidateSearch } from "~/components/admin/candidate-search";
import { FigureInLine, FiguresLine } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import type { FormAnswer } from "~/components/forms/form-answer";
import { Link } from "~/components/ui/link";
import { form, intentOf, page } from "~/http/form.server";
import { countNoun } from "~/models/base/text/numbers";
import {
  identitiesOverview,
  searchIdentities,
  stopIdentitySearch,
} from "~/models/editing/identity/identity-search.server";
import { portraitSearch } from "~/models/editing/portraits/portrait-search.server";
import { searchRegisters } from "~/models/editing/registers/registers.server";

/** Shows the search for the identifiers of everybody without one: its progress and results. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    return { ...(await identitiesOverview(editor)), portraits: (await portraitSearch(editor))?.status ?? null };
  });
}

const INTENTS = { search: searchIdentities, all: searchRegisters, stop: stopIdentitySearch };

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async ({ intent }) => {
    const editor = await requireEditor(request, context);
    await intentOf(INTENTS, intent)(editor);
    return redirect("/admin/identifiers", 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Identifiers | Admin" }];

export default function Identifiers() {
  const { search, without, isOff, waiting, portraits } = useLoaderData<typeof loader>();
  return (
    <CandidateSearch
      title="Identifiers"
      path="/admin/identifiers"
      search={search}
      answer={useActionData<typeof action>() as FormAnswer | undefined}
      isOff={isOff}
      waiting={waiting}
      people={without > 0 ? peopleInWords(without) : null}
      pace="The search continues with a person every few seconds."
      results={({ outcomes }) => outcomes && <Outcomes outcomes={outcomes} />}
    >
      <FiguresLine className="mb-3">
        <FigureInLine label="Without an identifier">{without.toLocaleString("en")}</FigureInLine>
        <FigureInLine label="To review">{waiting.toLocaleString("en")}</FigureInLine>
      </FiguresLine>
      <p className="max-w-measure">
        This asks ORCID, Wikidata and OpenAlex by name for each person whose profile has no identifier. If more than the
        name matches, such as the institution, a link or a work, the person waits here until an editor decides.
      </p>
      {portraits && (
        <Hint className="mt-2">
          <Link to="/admin/portraits">{`Portraits: ${PORTRAIT_SEARCH_TEXTS[portraits]}`}</Link>
        </Hint>
      )}
    </CandidateSearch>
  );
}

const PORTRAIT_SEARCH_TEXTS: Record<NonNullable<Overview["portraits"]>, string> = {
  waiting: "a search will start soon",
  running: "a search is running",
  completed: "the last search has finished",
  error: "the last search did not finish",
  interrupted: "the last search did not finish",
  stopped: "the last search was stopped",
};

type Overview = ReturnType<typeof useLoaderData<typeof loader>>;
type Search = NonNullable<Overview["search"]>;

function Outcomes({ outcomes: { found, none, failed } }: { outcomes: NonNullable<Search["outcomes"]> }) {
  return (
    <ul className="mt-4 list-disc pl-5" aria-label="Results">
      <li>Candidates with more than the same name: {peopleInWords(found)}</li>
      <li>No candidates, or only namesakes: {peopleInWords(none)}</li>
      {failed > 0 && <li>No complete answer: {peopleInWords(failed)}</li>}
    </ul>
  );
}

function peopleInWords(count: number): string {
  return countNoun(count, "person", "people");
}
