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
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const light = useSite()?.light ?? false;
  const isRunning = search?.status === "running";
  useJobLive(search ? [search] : [], "The Search Stopped");
  return (
    <>
      <h1>Identifiers</h1>
      {isRunning && (light ? <ReloadSoon /> : <noscript>{<ReloadSoon />}</noscript>)}
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
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
          <Link to="/admin/portraits">{`Portraits: ${PORTRAIT_SEARCH_TEXTS[portraits] ?? portraits}`}</Link>
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
                `${search.done.toLocaleString("en")} of ${search.total.toLocaleString("en")} people were looked up, and their results were stored.`}{" "}
              Without access to the internet this search finds nothing.
            </Notice>
          )}
          {search === null && !isOff && <Hint className="mt-2">No search has run yet.</Hint>}
          {search?.status === "completed" && search.outcomes && <Outcomes of={search.outcomes} />}
          <Start isOff={isOff} without={without} search={search} />
        </>
      )}
      {waiting > 0 && (
        <Actions className="my-4">
          <ButtonLink to="/admin/identifiers/review">
            Review {waiting.toLocaleString("en")} {waiting === 1 ? "person" : "people"}
          </ButtonLink>
        </Actions>
      )}
    </>
  );
}

const PORTRAIT_SEARCH_TEXTS: Record<string, string> = {
  running: "a search is running",
  completed: "the last search has finished",
  error: "the last search did not finish",
};

type Overview = ReturnType<typeof useLoaderData<typeof loader>>;
type Search = NonNullable<Overview["search"]>;

function Running({ search: { done, total, message } }: { search: Search }) {
  return (
    <>
      <p role="status" className="mt-4">
        Searching: {done.toLocaleString("en")} of {total.toLocaleString("en")} people. {message && `${message}.`}
      </p>
      <Progress value={total > 0 ? done : undefined} max={total || 1} aria-label="Looking for identifiers" />
      <Hint>You can leave this page. The search continues with a person every few seconds.</Hint>
      <ActionsForm method="post" action="/admin/identifiers?index" className="my-3">
        <Button type="submit" quiet small name="intent" value="stop">
          Stop
        </Button>
      </ActionsForm>
    </>
  );
}

function Outcomes({ of: { found, none, failed } }: { of: NonNullable<Search["outcomes"]> }) {
  return (
    <ul className="mt-4 list-disc pl-5" aria-label="Results">
      <li>Candidates with more than the same name: {people(found)}</li>
      <li>No candidates, or only namesakes: {people(none)}</li>
      {failed > 0 && <li>No answer: {people(failed)}</li>}
    </ul>
  );
}

function people(count: number): string {
  return countNoun(count, "person", "people");
}

function Start({ isOff, without, search }: Pick<Overview, "isOff" | "without" | "search">) {
  if (isOff) return <LookupsOffNotice />;
  if (without === 0) return null;
  const isUnfinished = search !== null && search.status !== "completed";
  return (
    <ActionsForm method="post" action="/admin/identifiers?index" className="my-4">
      <Button type="submit" quiet={search !== null && !isUnfinished} name="intent" value="search">
        {isUnfinished ? "Continue the search" : search ? "Look again" : `Look for identifiers of ${people(without)}`}
      </Button>
    </ActionsForm>
  );
}
