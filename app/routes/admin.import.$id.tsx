import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { requireAdmin } from "~/auth/session.server";
import { DataTable } from "~/components/admin/data-table";
import { Actions, ActionsForm, Crumbs, Figure, Figures } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import type { Admin } from "~/models/accounts/admin.server";
import { EXPERT_LABELS } from "~/models/experts/fields";
import {
  applyImport,
  checkImport,
  chooseColumns,
  findImport,
  importColumns,
  resumeImport,
  stopImport,
} from "~/models/transfer/import.server";
import { COLUMN_FIELDS, KIND_LABELS, OUTCOME_LABELS } from "~/models/transfer/import-fields";
import { importReview } from "~/models/transfer/import-review.server";

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
    return data({ job, table, review }, { headers: isAtWork ? { Refresh: "2" } : {} });
  });
}

export function headers({ loaderHeaders }: HeadersArgs) {
  return loaderHeaders;
}

type Intent = (admin: Admin, id: string, fields: Record<string, unknown>) => Promise<void>;
const INTENTS: Partial<Record<string, Intent>> = {
  columns: chooseColumns,
  check: checkImport,
  apply: applyImport,
  resume: resumeImport,
  stop: stopImport,
};

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const admin = await requireAdmin(request, context);
    const intent = Object.hasOwn(INTENTS, String(fields.intent)) && INTENTS[String(fields.intent)];
    if (!intent) throw new AppError("invalid", "There is nothing to do.");
    await intent(admin, params.id ?? "", fields);
    return redirect(`/admin/import/${params.id}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Import of ${data?.job.name ?? ""} | Admin` }];

export default function ImportPage() {
  const { job, table, review } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <Crumbs>
        <Link to="/admin/import">Import</Link>
      </Crumbs>
      <h1>Import of {job.name}</h1>
      <FormErrors refusal={refusalIn(answer)} title="Import Failed" />
      {job.status === "running" ? <Progress job={job} /> : <State job={job} />}
      {table && <Columns table={table} />}
      {review && <Apply review={review} />}
      <Counts job={job} />
      {review && <Errors review={review} job={job} />}
    </>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Job = Data["job"];
type Review = NonNullable<Data["review"]>;

function Progress({ job }: { job: Job }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, 1_000);
    return () => clearInterval(timer);
  }, [revalidate]);
  const isChecking = job.phase === "checking";
  const doing = isChecking ? "Checking" : "Writing";
  return (
    <>
      <p role="status">
        {doing}: {job.done.toLocaleString("en")} {job.total > 0 && `of ${job.total.toLocaleString("en")} `}records.
      </p>
      <progress value={job.total > 0 ? job.done : undefined} max={job.total || 1} aria-label={doing} />
      {isChecking ? (
        <IntentForm intent="stop" quiet danger>
          Stop
        </IntentForm>
      ) : (
        <Hint>It is written to its end, even if the server stops meanwhile.</Hint>
      )}
    </>
  );
}

function State({ job }: { job: Job }) {
  if (job.status === "waiting") return null;
  const isBad = job.status !== "completed";
  const intent = job.phase === "checking" ? "check" : "resume";
  return (
    <>
      <Notice tone={isBad ? "problem" : "success"} role="status">
        {job.message}
      </Notice>
      {isBad && (
        <IntentForm intent={intent} quiet>
          {intent === "check" ? "Check again" : "Continue"}
        </IntentForm>
      )}
    </>
  );
}

function Columns({ table }: { table: NonNullable<Data["table"]> }) {
  return (
    <Form method="post">
      <h2>Which column is what?</h2>
      <input type="hidden" name="intent" value="columns" />
      <DataTable>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Field</th>
            <th scope="col">First rows</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
            <tr key={place}>
              <td data-label="Column">{column}</td>
              <td data-label="Field">
                <select name="fields[]" defaultValue={table.fields[place] ?? ""} aria-label={`Field of ${column}`}>
                  <option value="">Leave out</option>
                  {COLUMN_FIELDS.map((field) => (
                    <option key={field} value={field}>
                      {EXPERT_LABELS[field]}
                    </option>
                  ))}
                </select>
              </td>
              <td data-label="First rows">
                {table.sample
                  .map((cells) => (cells[place] ?? "").slice(0, 80))
                  .filter(Boolean)
                  .join(" · ")}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <Actions className="my-4">
        <Button type="submit">Check the rows</Button>
      </Actions>
    </Form>
  );
}

function Apply({ review: { taken, unanswered, outcomes } }: { review: Review }) {
  const toReview = (["changed", "question", "new"] as const).filter((outcome) => outcomes[outcome] > 0);
  return (
    <>
      {toReview.length > 0 && (
        <Actions className="my-4">
          {toReview.map((outcome) => (
            <ButtonLink key={outcome} quiet to={`rows?show=${outcome}`}>
              {`${REVIEW_LABELS[outcome]} (${outcomes[outcome].toLocaleString("en")})`}
            </ButtonLink>
          ))}
        </Actions>
      )}
      {unanswered > 0 && (
        <Notice>
          {`${unanswered.toLocaleString("en")} ${unanswered === 1 ? "record may be" : "records may be"} about somebody who is here already. Without an answer ${unanswered === 1 ? "it is" : "they are"} left out.`}
        </Notice>
      )}
      {taken === 0 ? (
        <Notice>There is nothing to import: everything is here already, is left out, or has errors.</Notice>
      ) : (
        <IntentForm intent="apply">
          {`Import ${taken.toLocaleString("en")} ${taken === 1 ? "record" : "records"}`}
        </IntentForm>
      )}
    </>
  );
}

const REVIEW_LABELS = {
  changed: "Review what changes",
  question: "Answer the questions",
  new: "Look at what is new",
} as const;

function Counts({ job }: { job: Job }) {
  return Object.entries(job.counts).map(([kind, counts]) => (
    <section key={kind} aria-label={KIND_LABELS[kind as keyof typeof KIND_LABELS]}>
      <h2>{KIND_LABELS[kind as keyof typeof KIND_LABELS]}</h2>
      <Figures>
        {Object.entries(OUTCOME_LABELS).map(([outcome, label]) => (
          <Figure key={outcome} label={label}>
            {counts[outcome as keyof typeof counts].toLocaleString("en")}
          </Figure>
        ))}
      </Figures>
    </section>
  ));
}

function Errors({ review: { errors, outcomes } }: { review: Review; job: Job }) {
  if (errors.length === 0) return null;
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <DataTable>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Name</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ position, kind, row, name, detail }) => (
            <tr key={position}>
              <td data-label="Row" className="md:whitespace-nowrap">
                {KIND_LABELS[kind]} {row}
              </td>
              <td data-label="Name">{name}</td>
              <td data-label="What is wrong">{detail}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {outcomes.error > errors.length && <Link to="rows?show=error">All errors</Link>}
    </section>
  );
}

interface IntentFormProps {
  intent: string;
  quiet?: boolean;
  danger?: boolean;
  children: string;
}

function IntentForm({ intent, children, ...look }: IntentFormProps) {
  return (
    <ActionsForm method="post" className="my-4">
      <Button type="submit" name="intent" value={intent} {...look}>
        {children}
      </Button>
    </ActionsForm>
  );
}
