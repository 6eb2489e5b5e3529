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
  portraitsOverview,
  searchPortraits,
  stopPortraitSearch,
} from "~/models/editing/portraits/portrait-search.server";

/** Shows the search for portraits of everybody without one: its progress and results. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => portraitsOverview(await requireEditor(request, context)));
}

const INTENTS = { search: searchPortraits, stop: stopPortraitSearch };

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async ({ intent }) => {
    const editor = await requireEditor(request, context);
    await intentOf(INTENTS, intent)(editor);
    return redirect("/admin/portraits", 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Portraits | Admin" }];

export default function Portraits() {
  const { search, without, unidentified, unfound, isOff, waiting } = useLoaderData<typeof loader>();
  const identifiedCount = without - unidentified;
  return (
    <CandidateSearch
      title="Portraits"
      path="/admin/portraits"
      search={search}
      answer={useActionData<typeof action>() as FormAnswer | undefined}
      isOff={isOff}
      waiting={waiting}
      people={identifiedCount > 0 ? searchedPeopleInWords(identifiedCount, unidentified === 0) : null}
      pace="The search continues with a few people every second or two."
      results={({ outcomes }) => (
        <>
          {outcomes && <Outcomes outcomes={outcomes} />}
          <PeopleWithoutResult people={unfound} />
        </>
      )}
    >
      <FiguresLine className="mb-3">
        <FigureInLine label="Without a portrait">{without.toLocaleString("en")}</FigureInLine>
        <FigureInLine label="Can be searched">{identifiedCount.toLocaleString("en")}</FigureInLine>
        <FigureInLine label="To review">{waiting.toLocaleString("en")}</FigureInLine>
      </FiguresLine>
      <p className="max-w-measure">
        This searches Wikidata and Wikimedia Commons for pictures of each person without a portrait. It uses the
        Wikidata identifier, the Wikipedia article that the profile links to, or the ORCID iD, and never the name.
        Pictures with a free licence and a known author wait here until an editor takes them.
      </p>
      {unidentified > 0 && (
        <Hint className="mt-2">
          <Link to="/admin/experts?gap=portrait">
            {unidentified.toLocaleString("en")} {unidentified === 1 ? "person" : "people"} without a portrait
          </Link>{" "}
          cannot be searched, because the profile has no Wikidata identifier, no link to Wikipedia and no ORCID iD. Find
          the identifier on the profile first.
        </Hint>
      )}
    </CandidateSearch>
  );
}

type Overview = ReturnType<typeof useLoaderData<typeof loader>>;
type Search = NonNullable<Overview["search"]>;

function Outcomes({ outcomes: { found, none, refused, failed } }: { outcomes: NonNullable<Search["outcomes"]> }) {
  return (
    <ul className="mt-4 list-disc pl-5" aria-label="Results">
      <li>Pictures: {peopleInWords(found)}</li>
      <li>No picture at Wikidata: {peopleInWords(none)}</li>
      <li>Only pictures that are not free to use: {peopleInWords(refused)}</li>
      {failed > 0 && <li>Unreadable answers: {peopleInWords(failed)}</li>}
    </ul>
  );
}

/** Lists the people without a result whose reason is more than that there is no picture. */
function PeopleWithoutResult({ people }: { people: Overview["unfound"] }) {
  if (people.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="caret py-1.5">Reasons for missing results</summary>
      <ul className="mt-2 list-disc pl-5">
        {people.map(({ id, name, detail }) => (
          <li key={id}>
            <Link to={`/admin/experts/${id}`} dir="auto">
              {name}
            </Link>
            : {detail}
          </li>
        ))}
      </ul>
    </details>
  );
}

function peopleInWords(count: number): string {
  return countNoun(count, "person", "people");
}

function searchedPeopleInWords(count: number, isAll: boolean): string {
  return count === 1 ? "one person" : `${isAll ? "all " : ""}${count.toLocaleString("en")} people`;
}
