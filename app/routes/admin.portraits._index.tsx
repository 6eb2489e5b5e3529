import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { LookupsOffNotice } from "~/components/admin/lookups-off-notice";
import { Actions, ActionsForm, FigureInLine, FiguresLine, Progress } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { useJobLive } from "~/components/admin/use-job-live";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { useSite } from "~/components/layout/use-site";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { ReloadSoon } from "~/components/ui/reload-soon";
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
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const light = useSite()?.light ?? false;
  const isRunning = search?.status === "running";
  useJobLive(search ? [search] : [], "The Search Stopped");
  const identified = without - unidentified;
  return (
    <>
      <h1>Portraits</h1>
      {isRunning && (light ? <ReloadSoon /> : <noscript>{<ReloadSoon />}</noscript>)}
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <FiguresLine className="mb-3">
        <FigureInLine label="Without a portrait">{without.toLocaleString("en")}</FigureInLine>
        <FigureInLine label="Can be searched">{identified.toLocaleString("en")}</FigureInLine>
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
      {isRunning ? (
        <Running search={search} />
      ) : (
        <>
          {search && search.status !== "completed" && (
            <Notice tone="problem" role="status" className="mt-4">
              The search of <ShortDate time={search.startedAt} /> did not finish: {search.message}{" "}
              {search.total > 0 &&
                `${search.done.toLocaleString("en")} of ${search.total.toLocaleString("en")} people were looked up, and their results were stored.`}
            </Notice>
          )}
          {search === null && !isOff && <Hint className="mt-2">No search has run yet.</Hint>}
          {search?.status === "completed" && search.outcomes && <Outcomes of={search.outcomes} />}
          <PeopleWithoutResult people={unfound} />
          <Start isOff={isOff} identified={identified} isAll={unidentified === 0} search={search} />
        </>
      )}
      {waiting > 0 && (
        <Actions className="my-4">
          <ButtonLink to="/admin/portraits/review">
            Review {waiting.toLocaleString("en")} {waiting === 1 ? "person" : "people"}
          </ButtonLink>
        </Actions>
      )}
    </>
  );
}

type Overview = ReturnType<typeof useLoaderData<typeof loader>>;
type Search = NonNullable<Overview["search"]>;

function Running({ search: { done, total, message } }: { search: Search }) {
  return (
    <>
      <p role="status" className="mt-4">
        Searching: {done.toLocaleString("en")} of {total.toLocaleString("en")} people. {message && `${message}.`}
      </p>
      <Progress value={total > 0 ? done : undefined} max={total || 1} aria-label="Looking for portraits" />
      <Hint>You can leave this page. The search continues with a few people every second or two.</Hint>
      <ActionsForm method="post" action="/admin/portraits?index" className="my-3">
        <Button type="submit" quiet small name="intent" value="stop">
          Stop
        </Button>
      </ActionsForm>
    </>
  );
}

function Outcomes({ of: { found, none, refused, failed } }: { of: NonNullable<Search["outcomes"]> }) {
  return (
    <ul className="mt-4 list-disc pl-5" aria-label="Results">
      <li>Pictures: {people(found)}</li>
      <li>No picture at Wikidata: {people(none)}</li>
      <li>Only pictures that are not free to use: {people(refused)}</li>
      {failed > 0 && <li>Unreadable answers: {people(failed)}</li>}
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

function people(count: number): string {
  return countNoun(count, "person", "people");
}

interface StartProps {
  isOff: boolean;
  identified: number;
  isAll: boolean;
  search: Overview["search"];
}

function Start({ isOff, identified, isAll, search }: StartProps) {
  if (isOff) return <LookupsOffNotice />;
  if (identified === 0) return null;
  const isUnfinished = search !== null && search.status !== "completed";
  return (
    <ActionsForm method="post" action="/admin/portraits?index" className="my-4">
      <Button type="submit" quiet={search !== null && !isUnfinished} name="intent" value="search">
        {isUnfinished
          ? "Continue the search"
          : search
            ? "Look again"
            : `Look for portraits of ${nameOf(identified, isAll)}`}
      </Button>
    </ActionsForm>
  );
}

function nameOf(count: number, isAll: boolean): string {
  return count === 1 ? "one person" : `${isAll ? "all " : ""}${count.toLocaleString("en")} people`;
}
