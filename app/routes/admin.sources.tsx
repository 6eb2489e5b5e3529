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
import {
  type FindingRound,
  findingRound,
  startFinding,
  stopFinding,
} from "~/models/editing/sources/finding/round.server";

const PATH = "/admin/sources";
const INTENTS = { start: startFinding, stop: stopFinding };

/** Find sources for all profiles. */
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
  const [first] = waiting;
  return (
    <>
      <h1>Find sources</h1>
      <FormErrors refusal={refusalIn(answer)} title="Search Failed" />
      <p className="max-w-measure">
        {unsourced.toLocaleString("en")} {unsourced === 1 ? "profile has" : "profiles have"} sentences without a source.
        This opens the pages and works that they name, one profile after the other, and looks for passages that say what
        the sentences say. You can leave this page meanwhile. Nothing is published before an editor takes it.
      </p>
      <Round job={job} isNone={unsourced === 0} />
      <h2>Waiting for a decision</h2>
      {first ? (
        <>
          <p>
            <ButtonLink to={`/admin/experts/${first.id}/sources/find`}>Begin with {first.name}</ButtonLink>
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
        <Empty>No passage waits for a decision.</Empty>
      )}
    </>
  );
}

function Round({ job, isNone }: { job: FindingRound["job"]; isNone: boolean }) {
  if (job?.status === "running")
    return (
      <>
        <p role="status">
          {job.done} of {job.total} profiles are done.{job.message && ` Now: ${job.message}.`}
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
  const isOpen = job?.status === "stopped" || job?.status === "interrupted";
  return (
    <>
      {!job && <Hint>Nobody has searched yet.</Hint>}
      {job && job.status !== "completed" && (
        <Notice tone="problem" role="status" className="mb-3">
          Tried on <ShortDate time={job.createdAt} />, and not finished: {job.message}{" "}
          {job.total > 0 &&
            `${job.done.toLocaleString("en")} of ${job.total.toLocaleString("en")} profiles were searched; what was found is kept.`}
        </Notice>
      )}
      {job?.status === "completed" && job.result && (
        <p role="status">
          The last search looked at {job.result.profiles} profiles and found passages for {job.result.proposed} of{" "}
          {job.result.sentences} sentences, <ShortDate time={job.createdAt} />.
        </p>
      )}
      {!isNone && (
        <Form method="post" action={PATH} className="my-3">
          <Button type="submit" name="intent" value="start">
            {isOpen ? "Continue the search" : "Search all profiles"}
          </Button>
        </Form>
      )}
      {isOpen && <Hint>It goes on where it stopped.</Hint>}
    </>
  );
}
