import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { isRecent, requireAdmin, requireRecentAdmin } from "~/auth/session.server";
import { Crumbs, Figure, Figures } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { form, intentOf, page } from "~/http/form.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import {
  applyImport,
  checkImport,
  chooseColumns,
  findImport,
  type ImportView,
  importColumns,
  resumeImport,
  stopImport,
} from "~/models/editing/imports/import.server";
import { OUTCOME_LABELS } from "~/models/editing/imports/import-fields";
import { importReview } from "~/models/editing/imports/import-review.server";
import { ColumnsForm } from "./columns-form";
import { ImportProgress, ImportState } from "./progress";
import { ImportErrors, ImportReview } from "./review";

/** One import: its columns, what it would change, how far it is, what became of it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const job = await findImport(admin, params.id ?? "");
    const needsColumns = job.phase === "columns" || (job.phase === "checking" && job.format === "table");
    const table = needsColumns && job.status !== "running" ? await importColumns(admin, job.id) : null;
    const review = job.phase === "checked" ? await importReview(admin, job.id) : null;
    const isAtWork = job.status === "running" || (job.phase !== "checking" && job.status === "interrupted");
    // Without scripts the page comes again by itself while something happens.
    return data(
      { job, table, review, isRecent: await isRecent(request, admin) },
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
  check: checkImport,
  apply: async (_admin, id, fields, recentAdmin) => applyImport(await recentAdmin(), id, fields),
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
  const { job, table, review, isRecent } = useLoaderData<typeof loader>();
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
      {table && <ColumnsForm table={table} />}
      {review && (
        <ImportReview review={review} answer={answer} confirmFirst={isRecent ? undefined : `/admin/import/${job.id}`} />
      )}
      <Counts job={job} />
      {review && <ImportErrors review={review} />}
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
