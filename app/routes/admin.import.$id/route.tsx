import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { hasRecentSignIn, requireAdmin, requireRecentAdmin } from "~/auth/session.server";
import { Crumbs, Figure, Figures } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { form, intentOf, page } from "~/http/form.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import {
  applyImport,
  changeReading,
  checkImport,
  chooseColumns,
  findImport,
  type ImportView,
  importColumns,
  resumeImport,
  stopImport,
} from "~/models/editing/imports/import.server";
import { importReview } from "~/models/editing/imports/import-review.server";
import { OUTCOME_LABELS } from "~/models/editing/imports/mapping";
import { problemsOf } from "~/models/editing/imports/problems.server";
import { addProposedTopic, proposedTopics } from "~/models/editing/imports/proposed-topics.server";
import { ColumnsForm, ReadingForm } from "./columns-form";
import { ImportProgress, ImportState } from "./progress";
import { ImportReview, OutcomeLinks, Problems, ProposedTopics, RefusedRows, UndoImport } from "./review";

/** Shows an import: its columns, the review of its changes, its progress and its result. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const job = await findImport(admin, params.id ?? "");
    const isOpen = ["columns", "checking", "checked"].includes(job.phase) && job.status !== "running";
    const table = isOpen && job.format !== "export" ? await importColumns(admin, job.id) : null;
    const hasRows = job.phase === "checked" || job.phase === "written";
    const review = hasRows ? await importReview(admin, job.id) : null;
    const problems = hasRows ? await problemsOf(admin, job) : [];
    const isProposing = job.phase === "written" && !job.undoneAt && job.newTopicsAre === "propose";
    const proposed = isProposing ? await proposedTopics(admin, job.id) : [];
    const isAtWork = job.status === "running" || (job.phase !== "checking" && job.status === "interrupted");
    // Without scripts the browser reloads the page while the import runs.
    return data(
      { job, table, review, problems, proposed, hasRecentSignIn: await hasRecentSignIn(request, admin) },
      { headers: isAtWork ? { Refresh: "2" } : {} },
    );
  });
}

export function headers({ loaderHeaders }: HeadersArgs) {
  return loaderHeaders;
}

type Intent = (
  admin: Admin,
  id: string,
  fields: Record<string, unknown>,
  recentAdmin: () => Promise<RecentUser<Admin>>,
) => Promise<void>;
const INTENTS: Record<string, Intent> = {
  columns: chooseColumns,
  read: changeReading,
  check: checkImport,
  apply: async (_admin, id, fields, recentAdmin) => applyImport(await recentAdmin(), id, fields),
  topic: async (admin, id, { topic }) => addProposedTopic(admin, id, String(topic)),
  resume: resumeImport,
  stop: stopImport,
};

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const admin = await requireAdmin(request, context);
    const recentAdmin = () => requireRecentAdmin(request, context);
    await intentOf(INTENTS, fields.intent)(admin, params.id ?? "", fields, recentAdmin);
    return redirect(`/admin/import/${params.id}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Import of ${data?.job.name ?? ""} | Admin` }];

export default function ImportPage() {
  const { job, table, review, problems, proposed: topics, hasRecentSignIn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <Crumbs>
        <Link to="/admin/import">Import</Link>
      </Crumbs>
      <h1>
        Import of <bdi>{job.name}</bdi>
      </h1>
      <FormErrors refusal={refusalIn(answer)} title="Import Failed" />
      {job.status === "running" ? <ImportProgress job={job} /> : <ImportState job={job} />}
      {review && <Counts job={job} />}
      {review && job.phase === "checked" && (
        <ImportReview
          review={review}
          job={job}
          state={table?.mapping.state ?? "public"}
          answer={answer}
          confirmReturnTo={hasRecentSignIn ? undefined : `/admin/import/${job.id}`}
        />
      )}
      {review && job.phase === "written" && (
        <>
          <OutcomeLinks review={review} />
          {job.newPeopleAre === "draft" && job.counts.new > 0 && !job.undoneAt && (
            <p>
              Check the <Link to="/admin/experts/drafts">drafts</Link>, and release them one by one or together.
            </p>
          )}
          <ProposedTopics topics={topics} />
          {!job.undoneAt && <UndoImport id={job.id} />}
        </>
      )}
      {review && <RefusedRows review={review} />}
      <Problems problems={problems} id={job.id} />
      {table && <ReadingForm table={table} />}
      {table && <ColumnsForm key={job.phase + job.version} table={table} job={job} />}
    </>
  );
}

function Counts({ job }: { job: ImportView }) {
  return (
    <Figures>
      {Object.entries(OUTCOME_LABELS).map(([outcome, label]) => (
        <Figure key={outcome} label={label}>
          {job.counts[outcome as keyof typeof job.counts].toLocaleString("en")}
        </Figure>
      ))}
    </Figures>
  );
}
