import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireAdmin } from "~/auth/session.server";
import { ADMIN_PAGES } from "~/components/admin/admin-pages";
import { AiUsage } from "~/components/admin/ai-usage";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { Age, ShortDate } from "~/components/ui/dates";
import { form, page } from "~/http/form.server";
import { monthOfCalls } from "~/models/ai/calls.server";
import { retryFailedMail } from "~/models/mail/admin.server";
import { statistics, waiting } from "~/models/site/statistics.server";
import { ExportLink } from "./export-link";

/** The dashboard: how much there is, and what waits (admin-side.md §2). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const [figures, open, month] = await Promise.all([statistics(admin), waiting(admin), monthOfCalls()]);
    return { figures, open, month };
  });
}

/** Its one deed: a mail that failed is tried again. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await retryFailedMail(await requireAdmin(request, context), fields);
    return redirect("/admin#waiting", 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Dashboard | Admin" }];

export default function Dashboard() {
  const { figures, open, month } = useLoaderData<typeof loader>();
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
        <AiUsage month={month} />
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
  const { oldestPendingAt, stale, links, backupAt, unconfigured, mails } = open;
  return (
    <ul className="waiting">
      <Matter isOpen={oldestPendingAt !== null}>
        {oldestPendingAt ? (
          <>
            <Link to="/admin/submissions">
              {pending.toLocaleString("en")} {pending === 1 ? "submission waits" : "submissions wait"} for a decision
            </Link>
            , the oldest <Age time={oldestPendingAt} />.
          </>
        ) : (
          "No submission waits for a decision."
        )}
      </Matter>
      <Matter isOpen={stale.count > 0}>
        {stale.count === 0 ? (
          "Every profile was reviewed within the last year."
        ) : (
          <>
            {stale.more && "More than "}
            {stale.count} {stale.count === 1 ? "profile was" : "profiles were"} not reviewed for a year:{" "}
            {stale.experts.map(({ id, name }, place) => (
              <span key={id}>
                {place > 0 && ", "}
                <Link to={`/admin/experts/${id}`}>{name}</Link>
              </span>
            ))}
            {stale.count > stale.experts.length && " …"}
          </>
        )}
      </Matter>
      <Matter isOpen={links.count > 0 || links.isOff || links.checkedAt === null}>
        <Links links={links} />
      </Matter>
      <Matter isOpen={backupAt === null}>
        {backupAt ? (
          <>
            The last backup was made <Age time={backupAt} />.
          </>
        ) : (
          <>
            There is no backup yet. <code>npm run db:backup</code> makes one.
          </>
        )}
      </Matter>
      {unconfigured.map(({ service, consequence, missing }) => (
        <Matter key={service} isOpen>
          {service} is not configured: <Names of={missing} /> {missing.length === 1 ? "is" : "are"} not set.{" "}
          {consequence}
        </Matter>
      ))}
      {(mails.isConfigured || mails.failed.length > 0) && (
        <Matter isOpen={mails.failed.length > 0}>
          <Mails mails={mails} />
        </Matter>
      )}
    </ul>
  );
}

function Links({ links: { count, more, checkedAt, isOff } }: { links: Open["links"] }) {
  if (count > 0) {
    return (
      <>
        <Link to="/admin/links">
          {more && "More than "}
          {count.toLocaleString("en")} dead {count === 1 ? "link" : "links"}
        </Link>{" "}
        in the profiles.
      </>
    );
  }
  if (isOff) {
    return (
      <>
        Reference links are not checked: <code>LINK_CHECK</code> is off.
      </>
    );
  }
  if (!checkedAt) return "Reference links were not checked yet.";
  return (
    <>
      No dead links. The last check began <Age time={checkedAt} />.
    </>
  );
}

/** What is open stands out; what is in order is said quietly. */
function Matter({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return <li className={isOpen ? "open" : undefined}>{children}</li>;
}

function Names({ of }: { of: string[] }) {
  return of.map((name, place) => (
    <span key={name}>
      {place > 0 && " and "}
      <code>{name}</code>
    </span>
  ));
}

function Mails({ mails: { failed, waiting } }: { mails: Open["mails"] }) {
  if (failed.length > 0) {
    return (
      <>
        {failed.length === 1 ? "One mail" : `${failed.length} mails`} could not be sent:
        <FailedMails mails={failed} />
      </>
    );
  }
  if (waiting === 0) return "Every mail was sent.";
  return (
    <>
      <Link to="/admin/mails">{waiting === 1 ? "One mail" : `${waiting} mails`}</Link>{" "}
      {waiting === 1 ? "waits" : "wait"} to be sent.
    </>
  );
}

function FailedMails({ mails }: { mails: Open["mails"]["failed"] }) {
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
        {mails.map(({ id, recipient, subject, createdAt, lastError }) => (
          <tr key={id}>
            <td data-label="To">{recipient}</td>
            <td data-label="Subject">{subject}</td>
            <td data-label="Since">
              <ShortDate time={createdAt} />
            </td>
            <td data-label="Why">{lastError}</td>
            <td>
              <Form method="post" action="/admin?index">
                <input type="hidden" name="id" value={id} />
                <Button type="submit" quiet small aria-label={`Retry the mail to ${recipient}`}>
                  Retry
                </Button>
              </Form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
