import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useId } from "react";
import { requireEditor } from "~/auth/session.server";
import { AiUsage } from "~/components/admin/ai-usage";
import { OlderNewer } from "~/components/admin/data-table";
import { LibrarySearch, LibraryTabs } from "~/components/admin/library-tabs";
import { Empty, PageLine } from "~/components/admin/page-parts";
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
import { GENERATE, libraryAddress } from "~/models/editing/library/address";
import { type LibraryQuery, libraryExperts, libraryPageQueryOf } from "~/models/editing/library/lists.server";
import { countContent } from "~/models/editing/promotions/content-counts.server";
import { approveSubmission } from "~/models/editing/submissions/decide.server";
import { type KeepBy, keepInputIn } from "~/models/records/provenance/sentences";
import { DEFAULT_TITLE } from "~/subject/texts.server";
import { GenerationCard } from "./generation-card";
import { GenerationForm } from "./generation-form";

/**
 * Shows the form that generates a profile, and the list of generated profiles. `?new` shows only the form, on a page that does not
 * reload itself.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const query = { ...libraryPageQueryOf(searchParams), limit: GENERATIONS_PAGE_SIZE, project: "" };
    const { text, month } = await aiStatus(editor);
    const isNew = searchParams.has("new");
    const list = isNew ? null : await generationsOf(editor, query);
    const initialValues = { title: DEFAULT_TITLE, name: lineIn(searchParams, "name", 80) };
    return { list, providers: text, month, ...initialValues };
  });
}

async function generationsOf(editor: Editor, query: LibraryQuery) {
  const { page: number, search, expert } = query;
  return {
    ...(await generationsPage(editor, query)),
    number,
    search,
    expert,
    counts: await countContent(editor, query),
    experts: await libraryExperts(editor),
  };
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
    return redirect(fields.intent === "save" || fields.keep ? `${GENERATE}#${id}` : GENERATE, 303);
  });
}

/** Saves and approves a draft in one step. A draft that cannot be published stays saved for review. */
async function publishDraft(editor: Editor, id: string, request: Request): Promise<string> {
  const submissionId = await saveForReview(editor, id, { seen: [] });
  await approveSubmission(editor, submissionId, {}, { linkOrigin: linkOrigin(request) });
  return `/admin/submissions?decided=${submissionId}`;
}

/** Reads the index of a sentence and how to keep it from the button's value, such as "3 reason". */
function keepInput(fields: Record<string, unknown>) {
  const [index, by] = String(fields.keep).split(" ");
  return keepInputIn(fields, String(fields.id ?? ""), Number(index), by as KeepBy);
}

/** Reloads after a refusal too, to show possible duplicates, and that a refused draft was saved for review. */
export { unlessSignedOut as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction = () => [{ title: "AI Generator | Admin" }];

const LABELS = {
  expertName: "Expert name",
  expertTitle: "Title",
  customContribution: "Custom contribution",
  sourceUrls: "Pages to read",
};

/** The headings of refusals, keyed by intent. */
const FAILURE_TITLES: Record<string, string> = {
  save: "Saving Failed",
  publish: "Approval Failed",
  remove: "Delete Failed",
  stop: "Update Failed",
};

const FAILED_STATES: Generation["status"][] = ["error", "interrupted", "stopped"];

export default function Generate() {
  const { list, providers, month, title, name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const isLight = useSite()?.light ?? false;
  const generations = list?.generations ?? [];
  const isRunning = generations.some(({ status }) => status === "running");
  useJobLive(generations, "Research Failed");
  const intent = String(answer?.values.intent ?? "");
  const keepAnswer = answer?.values.keep ? answer : undefined;
  const startAnswer = answer && intent === "" && !keepAnswer ? answer : undefined;
  // A reload would lose what the editor types.
  const isReloading = isRunning && !answer;
  return (
    <>
      <h1>AI Generator</h1>
      {isReloading && (isLight ? <ReloadSoon /> : <noscript>{<ReloadSoon />}</noscript>)}
      <FormErrors
        refusal={refusalIn(answer)}
        title={keepAnswer ? "The sentence was not kept" : (FAILURE_TITLES[intent] ?? "Research Failed")}
        labels={LABELS}
      />
      {isReloading && (
        <p className={isLight ? undefined : "script:hidden"}>
          <ButtonLink to={`${GENERATE}?new`} reloadDocument>
            Generate another
          </ButtonLink>
        </p>
      )}
      {!(isReloading && isLight) && (
        <GenerationForm
          providers={providers}
          defaultTitle={title}
          name={name}
          answer={startAnswer}
          className={isReloading ? "noscript:hidden" : ""}
        />
      )}
      <AiUsage month={month} />
      {list ? (
        <List list={list} hasStartFailed={startAnswer !== undefined} answer={keepAnswer} />
      ) : (
        <p>
          <Link to={GENERATE}>See the results</Link>
        </p>
      )}
    </>
  );
}

interface ListProps {
  list: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["list"]>;
  /** True if the last request was refused. */
  hasStartFailed: boolean;
  answer: FormAnswer | undefined;
}

/** Lists the generated profiles. If the latest attempt failed, it stands apart from the earlier results. */
function List({ list, hasStartFailed, answer }: ListProps) {
  const { generations, hasMore, number, search, expert, counts, experts } = list;
  const isFiltered = search !== "" || expert !== "";
  const [newestGeneration, ...otherGenerations] = generations;
  const hasNewestFailed =
    newestGeneration && number === 1 && !isFiltered && FAILED_STATES.includes(newestGeneration.status);
  const failedGeneration = hasNewestFailed ? newestGeneration : undefined;
  const earlierGenerations = failedGeneration ? otherGenerations : generations;
  const title = number > 1 ? "Older results" : "Results";
  return (
    <>
      <PageLine className="mt-8">
        <h2>Made with AI</h2>
        <LibrarySearch tab="profiles" search={search} expert={expert} experts={experts} />
      </PageLine>
      <LibraryTabs current="profiles" counts={counts} search={search} expert={expert} />
      {failedGeneration && <Results title="The last attempt" generations={[failedGeneration]} answer={answer} />}
      {(!failedGeneration || earlierGenerations.length > 0) && (
        <Results
          title={failedGeneration || hasStartFailed ? "Earlier results (the last attempt had none)" : title}
          empty={isFiltered ? "No profiles found. Try adjusting your search or filters." : undefined}
          generations={earlierGenerations}
          answer={answer}
        />
      )}
      <OlderNewer path={libraryAddress({ tab: "profiles", search, expert })} page={number} hasMore={hasMore} />
    </>
  );
}

function Results({ title, empty = "No profile has been generated yet.", generations, answer }: ResultsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {generations.length === 0 && <Empty>{empty}</Empty>}
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
  empty?: string;
  generations: Generation[];
  answer: FormAnswer | undefined;
}
