import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { LookingUpIsOff } from "~/components/admin/looking-up-is-off";
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
import {
  identitiesOverview,
  searchIdentities,
  stopIdentitySearch,
} from "~/models/editing/identity/identity-search.server";
import { portraitSearch } from "~/models/editing/portraits/portrait-search.server";
import { searchRegisters } from "~/models/editing/registers/registers.server";

/** Looking for the identifiers of everybody without one: how far it is, and what it found. */
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
        Asks ORCID, Wikidata and OpenAlex for each person whose profile has no identifier, by name. Only people for whom
        more speaks than the name, such as the institution, a link or a work, wait here until an editor decides.
      </p>
      {portraits && (
        <Hint className="mt-2">
          <Link to="/admin/portraits">{`Portraits: ${PORTRAITS[portraits] ?? portraits}`}</Link>
        </Hint>
      )}
      {isRunning ? (
        <Running search={search} />
      ) : (
        <>
          {search && search.status !== "completed" && (
            <Notice tone="problem" role="status" className="mt-4">
              Tried on <ShortDate time={search.startedAt} />, and not finished: {search.message}{" "}
              {search.total > 0 &&
                `${search.done.toLocaleString("en")} of ${search.total.toLocaleString("en")} people were looked up; what was found is kept.`}{" "}
              If the site has no access to the internet, nothing is found here.
            </Notice>
          )}
          {search === null && !isOff && <Hint className="mt-2">Nobody has looked yet.</Hint>}
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

const PORTRAITS: Record<string, string> = {
  running: "they are being looked for, too",
  completed: "the last search came to its end",
  error: "the search did not come to its end",
};

type Overview = ReturnType<typeof useLoaderData<typeof loader>>;
type Search = NonNullable<Overview["search"]>;

function Running({ search: { done, total, message } }: { search: Search }) {
  return (
    <>
      <p role="status" className="mt-4">
        Looking: {done.toLocaleString("en")} of {total.toLocaleString("en")} people. {message && `${message}.`}
      </p>
      <Progress value={total > 0 ? done : undefined} max={total || 1} aria-label="Looking for identifiers" />
      <Hint>You can leave this page: it goes on, somebody every few seconds.</Hint>
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
    <ul className="mt-4 list-disc pl-5" aria-label="What was found">
      <li>Somebody for whom more speaks than the name for {people(found)}</li>
      <li>Nobody, or only namesakes, for {people(none)}</li>
      {failed > 0 && <li>No answer about {people(failed)}</li>}
    </ul>
  );
}

function people(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "person" : "people"}`;
}

function Start({ isOff, without, search }: Pick<Overview, "isOff" | "without" | "search">) {
  if (isOff) return <LookingUpIsOff />;
  if (without === 0) return null;
  const isOpen = search !== null && search.status !== "completed";
  return (
    <ActionsForm method="post" action="/admin/identifiers?index" className="my-4">
      <Button type="submit" quiet={search !== null && !isOpen} name="intent" value="search">
        {isOpen ? "Continue the search" : search ? "Look again" : `Look for identifiers of ${people(without)}`}
      </Button>
    </ActionsForm>
  );
}
