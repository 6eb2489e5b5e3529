import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { Empty, Progress } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { useJobLive } from "~/components/admin/use-job-live";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, intentOf, page } from "~/http/form.server";
import { countNoun } from "~/models/base/text/numbers";
import {
  type FindingRound,
  findingRound,
  startFinding,
  stopFinding,
} from "~/models/editing/sources/finding/round.server";

const PATH = "/admin/sources";
const INTENTS = { start: startFinding, stop: stopFinding };

/** Shows the search for sources of all profiles. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => findingRound(await requireEditor(request, context)));
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async ({ intent }) => {
    const editor = await requireEditor(request, context);
    await intentOf(INTENTS, intent)(editor);
    return redirect(PATH, 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Find Sources | Admin" }];

export default function FindAllSources() {
  const { job, waiting, unsourced } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  useJobLive(job ? [job] : [], "Search Failed");
  const [firstProfile] = waiting;
  return (
    <>
      <h1>Find sources</h1>
      <FormErrors refusal={refusalIn(answer)} title="Search Failed" />
      <p className="max-w-measure">
        {unsourced === 0
          ? "Every sentence has a source, apart from titles."
          : `${countNoun(unsourced, "profile has", "profiles have")} sentences without a source, apart from titles.`}{" "}
        The search opens the pages and works that these profiles name, one profile after the other, and looks for
        passages that support the sentences. You can leave this page meanwhile. Nothing is published until an editor
        takes it.
      </p>
      <SearchState job={job} areAllSourced={unsourced === 0} />
      <h2>Waiting for a decision</h2>
      {firstProfile ? (
        <>
          <p>
            <ButtonLink to={`/admin/experts/${firstProfile.id}/sources/find`}>
              Begin with {firstProfile.name}
            </ButtonLink>
          </p>
          <ul className="my-3">
            {waiting.map(({ id, name, sentences }) => (
              <li key={id} className="border-t border-line py-2 [&_a]:underline">
                <Link to={`/admin/experts/${id}/sources/find`} data-row="" dir="auto">
                  {name}
                </Link>
                : passages for {sentences} {sentences === 1 ? "sentence" : "sentences"}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Empty>No passages are waiting for a decision.</Empty>
      )}
    </>
  );
}

function SearchState({ job, areAllSourced }: { job: FindingRound["job"]; areAllSourced: boolean }) {
  if (job?.status === "running")
    return (
      <>
        <p role="status">
          {job.done} of {job.total} profiles are done.{job.message && ` Current profile: ${job.message}.`}
        </p>
        <Progress value={job.done} max={Math.max(1, job.total)} aria-label="Profiles" />
        <Form method="post" action={PATH}>
          <Button type="submit" quiet small name="intent" value="stop">
            Stop
          </Button>
        </Form>
        <noscript>
          <p>
            <a href={PATH}>See the progress</a>
          </p>
        </noscript>
      </>
    );
  const isUnfinished = job?.status === "stopped" || job?.status === "interrupted";
  return (
    <>
      {!job && <Hint>No search has run yet.</Hint>}
      {job && job.status !== "completed" && (
        <Notice tone="problem" role="status" className="mb-3">
          The search of <ShortDate time={job.createdAt} /> did not finish: {job.message}{" "}
          {job.total > 0 &&
            `${job.done.toLocaleString("en")} of ${job.total.toLocaleString("en")} profiles were searched, and their passages were stored.`}
        </Notice>
      )}
      {job?.status === "completed" && job.result && (
        <p role="status">
          On <ShortDate time={job.createdAt} /> the last search read {job.result.profiles} profiles and found passages
          for {job.result.proposed} of {job.result.sentences} sentences.
        </p>
      )}
      {!areAllSourced && (
        <Form method="post" action={PATH} className="my-3">
          <Button type="submit" name="intent" value="start">
            {isUnfinished ? "Continue the search" : "Search all profiles"}
          </Button>
        </Form>
      )}
      {isUnfinished && <Hint>The search continues where it stopped.</Hint>}
    </>
  );
}
