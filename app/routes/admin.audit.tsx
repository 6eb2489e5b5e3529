import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { DataTable, OlderNewer } from "~/components/admin/data-table";
import { Empty } from "~/components/admin/page-parts";
import { Button } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { page } from "~/http/form.server";
import { type AuditQuery, auditFilters, auditPage } from "~/models/base/audit/audit.server";
import { nearestPage } from "~/models/base/input/paging.server";

const FILTERS = ["action", "userId", "subjectKind"] as const;

/** Lists the actions of editors, admins and the server, the newest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { searchParams } = new URL(request.url);
    const chosenFilters = Object.fromEntries(FILTERS.map((name) => [name, searchParams.get(name) ?? ""]));
    const query: AuditQuery = { page: nearestPage(searchParams, 1).page, ...chosenFilters };
    const [{ entries, hasMore }, filters] = await Promise.all([auditPage(admin, query), auditFilters(admin)]);
    return { entries, hasMore, filters, query };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Audit Log${data && data.query.page > 1 ? `, page ${data.query.page}` : ""} | Admin` },
];

export default function Audit() {
  const { entries, hasMore, filters, query } = useLoaderData<typeof loader>();
  const isFiltered = FILTERS.some((name) => query[name]);
  return (
    <>
      <h1>Audit Log</h1>
      <Form method="get" className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2.5" aria-label="Filter">
        <Choice label="Action" name="action" value={query.action} options={filters.actions.map((a) => [a, a])} />
        <Choice
          label="Person"
          name="userId"
          value={query.userId}
          options={filters.people.map(({ id, name }) => [id, name])}
        />
        <Choice label="Kind" name="subjectKind" value={query.subjectKind} options={filters.kinds.map((k) => [k, k])} />
        <Button type="submit">Filter</Button>
        {isFiltered && (
          <Link to="/admin/audit" className="py-2.5 underline">
            Clear
          </Link>
        )}
      </Form>
      {entries.length === 0 ? (
        <Empty>{isFiltered ? "No entries match. Try other filters." : "Nothing has been recorded yet."}</Empty>
      ) : (
        <DataTable head={["When", "Who", "What", "To", "Detail", "From"]}>
          {entries.map((entry) => (
            <tr key={entry.rowId}>
              <td data-label="When">
                <ShortTime time={entry.at} />
              </td>
              <td data-label="Who" dir="auto">
                {entry.userName || "The server"}
              </td>
              <td data-label="What">{entry.action}</td>
              <td data-label="To">
                <bdi>{entry.subjectName || entry.subjectId}</bdi> <small>{entry.subjectKind}</small>
              </td>
              <td data-label="Detail" className="min-w-24" dir="auto">
                {entry.detail}
              </td>
              <td data-label="From" className="whitespace-nowrap">
                {entry.address}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <OlderNewer path={addressOf(query)} page={query.page} hasMore={hasMore} />
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
    <label className="flex-[1_1_9rem] text-sm text-muted md:flex-[0_1_12rem]">
      {label}{" "}
      <select name={name} defaultValue={value} key={value} className="block w-full text-ink">
        <option value="">All</option>
        {options.map(([key, text]) => (
          <option key={key} value={key} dir="auto">
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function addressOf(query: AuditQuery): string {
  const params = new URLSearchParams();
  for (const name of FILTERS) if (query[name]) params.set(name, query[name]);
  return params.size > 0 ? `/admin/audit?${params}` : "/admin/audit";
}
