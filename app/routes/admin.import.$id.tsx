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
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { EXPERT_LABELS } from "~/models/experts/fields";
import {
  applyImport,
  checkImport,
  chooseColumns,
  importColumns,
  importJob,
  stopImport,
} from "~/models/transfer/import.server";
import { COLUMN_FIELDS } from "~/models/transfer/import-columns";

/** One import: its columns, what it would change, how far it is, what became of it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const job = await importJob(admin, params.id ?? "");
    const table = job.phase === "columns" ? await importColumns(admin, job.id) : null;
    // Without scripts the page comes again by itself while the job runs.
    return data({ job, table }, { headers: job.status === "running" ? { Refresh: "2" } : {} });
  });
}

export function headers({ loaderHeaders }: HeadersArgs) {
  return loaderHeaders;
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const admin = await requireAdmin(request, context);
    const id = params.id ?? "";
    if (fields.intent === "columns") await chooseColumns(admin, id, fields);
    else if (fields.intent === "check") await checkImport(admin, id);
    else if (fields.intent === "apply") await applyImport(admin, id);
    else if (fields.intent === "stop") await stopImport(admin, id);
    else throw new AppError("invalid", "There is nothing to do.");
    return redirect(`/admin/import/${id}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Import of ${data?.job.name ?? ""} | Admin` }];

export default function ImportJob() {
  const { job, table } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <p className="crumbs">
        <Link to="/admin/import">Import</Link>
      </p>
      <h1>Import of {job.name}</h1>
      <FormErrors refusal={refusalIn(answer)} title="Import Failed" />
      {job.status === "running" ? <Progress job={job} /> : <State job={job} />}
      {table && <Columns table={table} />}
      {job.preview && job.phase !== "over" && job.status !== "running" && <Apply job={job} />}
      {job.preview && <Preview preview={job.preview} />}
    </>
  );
}

type Job = ReturnType<typeof useLoaderData<typeof loader>>["job"];
type Table = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["table"]>;

function Progress({ job }: { job: Job }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, 1_000);
    return () => clearInterval(timer);
  }, [revalidate]);
  const doing = job.phase === "writing" ? "Writing" : "Checking";
  return (
    <>
      <p role="status">
        {doing}: {job.done.toLocaleString("en")} {job.total > 0 && `of ${job.total.toLocaleString("en")} `}records.
      </p>
      <progress value={job.total > 0 ? job.done : undefined} max={job.total || 1} aria-label={doing} />
      <Intent intent="stop" className="button danger">
        Stop
      </Intent>
    </>
  );
}

function State({ job }: { job: Job }) {
  if (job.status === "waiting") return null;
  const isBad = job.status !== "completed";
  return (
    <>
      <p className={isBad ? "refusal" : "notice"} role="status">
        {job.message}
      </p>
      {isBad && job.phase !== "columns" && (
        <Intent intent="check" className="button quiet">
          Check again
        </Intent>
      )}
    </>
  );
}

function Columns({ table }: { table: Table }) {
  return (
    <Form method="post">
      <h2>Which column is what?</h2>
      <input type="hidden" name="intent" value="columns" />
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Field</th>
            <th scope="col">First rows</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place; two may have one name.
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
      </table>
      <p className="actions">
        <button type="submit" className="button">
          Check the rows
        </button>
      </p>
    </Form>
  );
}

function Apply({ job }: { job: Job }) {
  const steps = job.preview?.steps ?? 0;
  if (steps === 0)
    return <p className="notice">There is nothing to import: all of it is here already, or has errors.</p>;
  return (
    <Intent intent="apply" className="button">
      {`Import ${steps.toLocaleString("en")} ${steps === 1 ? "record" : "records"}`}
    </Intent>
  );
}

const OUTCOMES = { new: "New", changed: "Changed", same: "Same", error: "With errors, left out" } as const;

function Preview({ preview }: { preview: NonNullable<Job["preview"]> }) {
  return (
    <>
      {Object.entries(preview.counts).map(([kind, counts]) => (
        <section key={kind} aria-label={kind}>
          <h2>{kind.charAt(0).toUpperCase() + kind.slice(1)}</h2>
          <dl className="figures">
            {Object.entries(OUTCOMES).map(([outcome, label]) => (
              <div key={outcome}>
                <dt>{label}</dt>
                <dd>{counts[outcome as keyof typeof counts].toLocaleString("en")}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {preview.shown.length > 0 && (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">What</th>
              <th scope="col">Name</th>
              <th scope="col">Detail</th>
            </tr>
          </thead>
          <tbody>
            {preview.shown.map(({ kind, row, outcome, name, detail }) => (
              <tr key={`${kind} ${row}`}>
                <td data-label="Row" className="short">
                  {kind} {row}
                </td>
                <td data-label="What" className="short">
                  <span className={outcome === "error" ? "badge bad" : "badge"}>{OUTCOMES[outcome]}</span>
                </td>
                <td data-label="Name">{name}</td>
                <td data-label="Detail">{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Intent({ intent, className, children }: { intent: string; className: string; children: string }) {
  return (
    <Form method="post" className="actions">
      <button type="submit" name="intent" value={intent} className={className}>
        {children}
      </button>
    </Form>
  );
}
