import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useId } from "react";
import { requireEditor } from "~/auth/session.server";
import { AiUsage } from "~/components/admin/ai-usage";
import { OlderNewer } from "~/components/admin/data-table";
import { Empty } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { useJobLive } from "~/components/admin/use-job-live";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { useSite } from "~/components/layout/use-site";
import { ButtonLink } from "~/components/ui/button";
import { ReloadSoon } from "~/components/ui/reload-soon";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { lineIn } from "~/http/params.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { aiStatus } from "~/models/base/providers/status.server";
import {
  GENERATIONS_PAGE_SIZE,
  type Generation,
  generationsPage,
  removeGeneration,
  retryGeneration,
  startGeneration,
  stopGeneration,
} from "~/models/editing/ai/generations.server";
import { keepGenerated, saveForReview } from "~/models/editing/ai/review-generation.server";
import { approveSubmission } from "~/models/editing/submissions/decide.server";
import { type KeepBy, keepInputIn } from "~/models/records/provenance/sentences";
import { DEFAULT_TITLE } from "~/subject/texts.server";
import { GenerationCard } from "./generation-card";
import { GenerationForm } from "./generation-form";

/** Profiles that a model drafts. `?new` is the form by itself, where nothing comes again on its own. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { page: number } = nearestPage(searchParams, GENERATIONS_PAGE_SIZE);
    const { text, month } = await aiStatus(editor);
    const isNew = searchParams.has("new");
    const { generations, more } = isNew ? { generations: [], more: false } : await generationsPage(editor, number);
    const shown = { generations, more, number, isNew, providers: text, month };
    return { ...shown, title: DEFAULT_TITLE, name: lineIn(searchParams, "name", 80) };
  });
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const id = String(fields.id ?? "");
    if (fields.intent === "retry") await retryGeneration(editor, id);
    else if (fields.intent === "stop") await stopGeneration(editor, id);
    else if (fields.intent === "remove") await removeGeneration(editor, id);
    else if (fields.intent === "save") await saveForReview(editor, id, { seen: String(fields.seen ?? "").split(",") });
    else if (fields.intent === "publish") return redirect(await publishDraft(editor, id, request), 303);
    else if (fields.keep) await keepGenerated(editor, id, keepInput(fields), request.signal);
    else await startGeneration(editor, fields);
    return redirect(fields.intent === "save" || fields.keep ? `/admin/generate#${id}` : "/admin/generate", 303);
  });
}

/** Saves and approves in one step. What stands against publishing is said where the draft is reviewed. */
async function publishDraft(editor: Editor, id: string, request: Request): Promise<string> {
  const submission = await saveForReview(editor, id, { seen: [] });
  await approveSubmission(editor, submission, {}, { linkOrigin: linkOrigin(request) });
  return `/admin/submissions?decided=${submission}`;
}

/** The button of a sentence says which one, and how: "3 reason". */
function keepInput(fields: Record<string, unknown>) {
  const [index, by] = String(fields.keep).split(" ");
  return keepInputIn(fields, String(fields.id ?? ""), Number(index), by as KeepBy);
}

/** The page is loaded again, because it then shows possible duplicates. */
export { afterConflict as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction = () => [{ title: "AI Generator | Admin" }];

const LABELS = {
  expertName: "Expert name",
  expertTitle: "Title",
  customContribution: "Custom contribution",
  sourceUrls: "Pages to read",
};

/** The heading of a refusal, by action. */
const FAILED: Record<string, string> = {
  save: "Saving Failed",
  publish: "Approval Failed",
  remove: "Delete Failed",
  stop: "Update Failed",
};

const FAILED_STATES: Generation["status"][] = ["error", "interrupted", "stopped"];

export default function Generate() {
  const { generations, more, number, isNew, providers, month, title, name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const light = useSite()?.light ?? false;
  const isRunning = generations.some(({ status }) => status === "running");
  useJobLive(generations, "Research Failed");
  const intent = String(answer?.values.intent ?? "");
  const keepAnswer = answer?.values.keep ? answer : undefined;
  const started = answer && intent === "" && !keepAnswer ? answer : undefined;
  const [newest, ...others] = generations;
  const latest = newest && number === 1 && FAILED_STATES.includes(newest.status) ? newest : undefined;
  const former = latest ? others : generations;
  // A page that reloads would lose what the admin types.
  const isReloading = isRunning && !answer;
  return (
    <>
      <h1>AI Generator</h1>
      {isReloading && (light ? <ReloadSoon /> : <noscript>{<ReloadSoon />}</noscript>)}
      <FormErrors
        refusal={refusalIn(answer)}
        title={keepAnswer ? "The sentence was not kept" : (FAILED[intent] ?? "Research Failed")}
        labels={LABELS}
      />
      {isReloading && (
        <p className={light ? undefined : "script:hidden"}>
          <ButtonLink to="/admin/generate?new" reloadDocument>
            Generate another
          </ButtonLink>
        </p>
      )}
      {!(isReloading && light) && (
        <GenerationForm
          providers={providers}
          defaultTitle={title}
          name={name}
          answer={started}
          className={isReloading ? "noscript:hidden" : ""}
        />
      )}
      <AiUsage month={month} />
      <Hint className="mb-3">
        Texts and pictures that AI made for articles are under <Link to="/admin/library">Article Assets</Link>.
      </Hint>
      {isNew ? (
        <p>
          <Link to="/admin/generate">See the results</Link>
        </p>
      ) : (
        <>
          {latest && <Results title="The last try" generations={[latest]} answer={keepAnswer} />}
          {(!latest || former.length > 0) && (
            <Results
              title={
                latest || started
                  ? "Results from before: the last try brought none"
                  : number > 1
                    ? "Older results"
                    : "Results"
              }
              generations={former}
              answer={keepAnswer}
            />
          )}
          <OlderNewer path="/admin/generate" page={number} more={more} />
        </>
      )}
    </>
  );
}

function Results({ title, generations, answer }: ResultsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {generations.length === 0 && <Empty>No profile was generated yet.</Empty>}
      <ol>
        {generations.map((generation) => (
          <GenerationCard key={generation.id} generation={generation} answer={answer} />
        ))}
      </ol>
    </section>
  );
}

interface ResultsProps {
  title: string;
  generations: Generation[];
  answer: FormAnswer | undefined;
}
