import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { Button } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { page } from "~/http/form.server";
import { pageQueryOf } from "~/models/experts/lists.server";
import { type AuditQuery, auditFilters, auditPage } from "~/models/site/audit.server";

const FILTERS = ["action", "userId", "subjectKind"] as const;

/** What admins did, the newest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { searchParams } = new URL(request.url);
    const chosen = Object.fromEntries(FILTERS.map((name) => [name, searchParams.get(name) ?? ""]));
    const query: AuditQuery = { page: pageQueryOf(searchParams, 1).page, ...chosen };
    const [{ entries, more }, filters] = await Promise.all([auditPage(admin, query), auditFilters(admin)]);
    return { entries, more, filters, query };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Audit Log${data && data.query.page > 1 ? `, page ${data.query.page}` : ""} | Admin` },
];

export default function Audit() {
  const { entries, more, filters, query } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Audit Log</h1>
      <Form method="get" className="choices" aria-label="Filter">
        <Choice label="Action" name="action" value={query.action} options={filters.actions.map((a) => [a, a])} />
        <Choice
          label="Person"
          name="userId"
          value={query.userId}
          options={filters.people.map(({ id, name }) => [id, name])}
        />
        <Choice label="Kind" name="subjectKind" value={query.subjectKind} options={filters.kinds.map((k) => [k, k])} />
        <Button type="submit">Filter</Button>
        {FILTERS.some((name) => query[name]) && <Link to="/admin/audit">Clear</Link>}
      </Form>
      {entries.length === 0 ? (
        <p className="empty">Nothing was done that fits. Try other filters.</p>
      ) : (
        <table className="rows log">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">To</th>
              <th scope="col">Detail</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.rowId}>
                <td data-label="When" className="short">
                  <ShortTime time={entry.at} />
                </td>
                <td data-label="Who">{entry.userName || "nobody"}</td>
                <td data-label="What">{entry.action}</td>
                <td data-label="To">
                  {entry.subjectName || entry.subjectId} <small>{entry.subjectKind}</small>
                </td>
                <td data-label="Detail">{entry.detail}</td>
                <td data-label="From" className="short">
                  {entry.address}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <nav className="pagination" aria-label="Pages">
        {query.page > 1 && (
          <Link className="step" rel="prev" to={addressOf(query, query.page - 1)}>
            Newer
          </Link>
        )}
        {more && (
          <Link className="step" rel="next" to={addressOf(query, query.page + 1)}>
            Older
          </Link>
        )}
      </nav>
    </>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string | undefined;
  options: [value: string, label: string][];
}

function Choice({ label, name, value, options }: ChoiceProps) {
  return (
    <label>
      {label}{" "}
      <select name={name} defaultValue={value} key={value}>
        <option value="">All</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function addressOf(query: AuditQuery, page: number): string {
  const params = new URLSearchParams();
  for (const name of FILTERS) if (query[name]) params.set(name, query[name]);
  if (page > 1) params.set("page", String(page));
  return `/admin/audit?${params}`;
}
