import type { ReactNode } from "react";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { useSite } from "~/components/layout/use-site";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { ReloadSoon } from "~/components/ui/reload-soon";
import { countNoun } from "~/models/base/text/numbers";
import { LookupsOffNotice } from "./lookups-off-notice";
import { Actions, ActionsForm, Progress } from "./page-parts";
import { Hint } from "./text";
import { useJobLive } from "./use-job-live";

interface Search {
  id: string;
  status: string;
  message: string;
  done: number;
  total: number;
  startedAt: string;
}

interface CandidateSearchProps<Found extends Search> {
  /** The heading and its address, such as "Portraits" at "/admin/portraits". */
  title: string;
  path: string;
  /** null if none has run. */
  search: Found | null;
  answer: FormAnswer | undefined;
  /** true if the site may not ask other sites. */
  isOff: boolean;
  /** The number of people whose candidates wait for a decision. */
  waiting: number;
  /** The people whom a search would look up: the words after "Look for portraits of"; null if there is nobody. */
  people: string | null;
  /** Says how fast the search goes on. */
  pace: string;
  children: ReactNode;
  results(search: Found): ReactNode;
}

/** Shows the progress and the results of a search about many people, and the buttons that start, stop and review it. */
export function CandidateSearch<Found extends Search>(props: CandidateSearchProps<Found>) {
  const { title, path, search, answer, isOff, waiting, children, results } = props;
  const isLight = useSite()?.light ?? false;
  const isRunning = search?.status === "running";
  useJobLive(search ? [search] : [], "The Search Stopped");
  return (
    <>
      <h1>{title}</h1>
      {isRunning && (isLight ? <ReloadSoon /> : <noscript>{<ReloadSoon />}</noscript>)}
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {children}
      {isRunning ? (
        <Running {...props} search={search} />
      ) : (
        <>
          {search && search.status !== "completed" && (
            <Notice tone="problem" role="status" className="mt-4">
              The search of <ShortDate time={search.startedAt} /> did not finish: {search.message}{" "}
              {search.total > 0 &&
                `${search.done.toLocaleString("en")} of ${search.total.toLocaleString("en")} people were looked up, and their results were stored. `}
              Without access to the internet this search finds nothing.
            </Notice>
          )}
          {search === null && !isOff && <Hint className="mt-2">No search has run yet.</Hint>}
          {search?.status === "completed" && results(search)}
          <Start {...props} />
        </>
      )}
      {waiting > 0 && (
        <Actions className="my-4">
          <ButtonLink to={`${path}/review`}>{`Review ${countNoun(waiting, "person", "people")}`}</ButtonLink>
        </Actions>
      )}
    </>
  );
}

type RunningProps = Pick<CandidateSearchProps<Search>, "title" | "path" | "pace"> & { search: Search };

function Running({ title, path, pace, search: { done, total, message } }: RunningProps) {
  return (
    <>
      <p role="status" className="mt-4">
        Searching: {done.toLocaleString("en")} of {total.toLocaleString("en")} people. {message && `${message}.`}
      </p>
      <Progress
        value={total > 0 ? done : undefined}
        max={total || 1}
        aria-label={`Looking for ${title.toLowerCase()}`}
      />
      <Hint>You can leave this page. {pace}</Hint>
      <ActionsForm method="post" action={`${path}?index`} className="my-3">
        <Button type="submit" quiet small name="intent" value="stop">
          Stop
        </Button>
      </ActionsForm>
    </>
  );
}

type StartProps = Pick<CandidateSearchProps<Search>, "title" | "path" | "isOff" | "people" | "search">;

function Start({ title, path, isOff, people, search }: StartProps) {
  if (isOff) return <LookupsOffNotice />;
  if (people === null) return null;
  const isUnfinished = search !== null && search.status !== "completed";
  return (
    <ActionsForm method="post" action={`${path}?index`} className="my-4">
      <Button type="submit" quiet={search !== null && !isUnfinished} name="intent" value="search">
        {isUnfinished ? "Continue the search" : search ? "Look again" : `Look for ${title.toLowerCase()} of ${people}`}
      </Button>
    </ActionsForm>
  );
}
