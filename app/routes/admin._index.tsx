import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth.server";
import { ADMIN_PAGES } from "~/components/admin-pages";
import { Age } from "~/components/age";
import { ExportLink } from "~/components/export-link";
import { FormErrors } from "~/components/form-errors";
import { type FormAnswer, refusalIn } from "~/components/refused";
import { ShortDate } from "~/components/short-date";
import { form, page } from "~/http.server";
import { retryFailedMail } from "~/models/mails.desk.server";
import { statistics, waiting } from "~/models/statistics.server";

/** The dashboard: how much there is, and what waits (admin-side.md §2). */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request);
    const [figures, open] = await Promise.all([statistics(admin), waiting(admin)]);
    return { figures, open };
  });
}

/** Its one deed: a mail that failed is tried again. */
export async function action({ request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await retryFailedMail(await requireAdmin(request), fields);
    return redirect("/admin#waiting", 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Dashboard | Admin" }];

export default function Dashboard() {
  const { figures, open } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Dashboard</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <Figures
        of={[
          ["Experts", figures.experts],
          ["Pending", figures.pending],
          ["Submissions", figures.submissions],
          ["Categories", figures.categories],
        ]}
      />
      <section aria-labelledby="waiting">
        <h2 id="waiting">What waits</h2>
        <Waiting pending={figures.pending} open={open} />
      </section>
      <section aria-labelledby="statistics">
        <h2 id="statistics">Platform statistics</h2>
        <Figures
          of={[
            ["Total Experts", figures.experts],
            ["Pending Reviews", figures.pending],
            ["Total Submissions", figures.submissions],
            ["Featured Experts", figures.featured],
          ]}
        />
      </section>
      <section aria-labelledby="pages">
        <h2 id="pages">Pages</h2>
        <ul className="tiles">
          {ADMIN_PAGES.filter(({ to }) => to !== "/admin").map(({ to, label, purpose }) => (
            <li key={to}>
              <Link to={to}>
                <strong>{label}</strong>
                <small>{purpose}</small>
              </Link>
            </li>
          ))}
          <li>
            <ExportLink />
          </li>
        </ul>
      </section>
    </>
  );
}

function Figures({ of }: { of: [label: string, count: number][] }) {
  return (
    <dl className="figures">
      {of.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count.toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}

type Open = ReturnType<typeof useLoaderData<typeof loader>>["open"];

function Waiting({ pending, open }: { pending: number; open: Open }) {
  return (
    <ul className="waiting">
      <li>
        {open.oldestPendingAt ? (
          <>
            <Link to="/admin/submissions">
              {pending.toLocaleString("en")} {pending === 1 ? "submission waits" : "submissions wait"} for a decision
            </Link>
            , the oldest <Age time={open.oldestPendingAt} />.
          </>
        ) : (
          "No submission waits for a decision."
        )}
      </li>
      <li>
        {open.stale.count === 0 ? (
          "Every profile was reviewed within the last year."
        ) : (
          <>
            {open.stale.more && "More than "}
            {open.stale.count} {open.stale.count === 1 ? "profile was" : "profiles were"} not reviewed for a year:{" "}
            {open.stale.experts.map(({ id, name }, place) => (
              <span key={id}>
                {place > 0 && ", "}
                <Link to={`/admin/experts/${id}`}>{name}</Link>
              </span>
            ))}
            {open.stale.count > open.stale.experts.length && " …"}
          </>
        )}
      </li>
      <li>
        {open.backupAt ? (
          <>
            The last backup was made <Age time={open.backupAt} />.
          </>
        ) : (
          <>
            There is no backup yet. <code>npm run db:backup</code> makes one.
          </>
        )}
      </li>
      {open.unconfigured.map(({ service, consequence, missing }) => (
        <li key={service}>
          {service} is not configured:{" "}
          {missing.map((name) => (
            <code key={name}>{name} </code>
          ))}
          {missing.length === 1 ? "is" : "are"} not set. {consequence}
        </li>
      ))}
      {open.failedMails.length === 0 ? (
        <li>Every mail was sent.</li>
      ) : (
        <li>
          {open.failedMails.length === 1 ? "One mail" : `${open.failedMails.length} mails`} could not be sent:
          <FailedMails mails={open.failedMails} />
        </li>
      )}
    </ul>
  );
}

function FailedMails({ mails }: { mails: Open["failedMails"] }) {
  return (
    <table className="rows">
      <thead>
        <tr>
          <th scope="col">To</th>
          <th scope="col">Subject</th>
          <th scope="col">Since</th>
          <th scope="col">Why</th>
          <th scope="col">
            <span className="sr-only">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map(({ id, recipient, subject, createdAt, reason }) => (
          <tr key={id}>
            <td data-label="To">{recipient}</td>
            <td data-label="Subject">{subject}</td>
            <td data-label="Since">
              <ShortDate time={createdAt} />
            </td>
            <td data-label="Why">{reason}</td>
            <td>
              <Form method="post" action="/admin?index">
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="button quiet" aria-label={`Retry the mail to ${recipient}`}>
                  Retry
                </button>
              </Form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
