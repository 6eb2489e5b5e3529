import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import { DecisionBar, useUndoable } from "~/components/admin/review-decision";
import { onIntent } from "~/components/layout/start-script";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Pagination, useListPending } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import { pageQueryOf } from "~/models/experts/lists.server";
import { justDecided, REVIEW_PAGE_SIZE, reviewList, STATUSES, type Status } from "~/models/submissions/review.server";

/** The queue: those that wait, and by tabs those that were decided. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { searchParams } = new URL(request.url);
    const status = STATUSES.find((one) => one === searchParams.get("status")) ?? "pending";
    const { search, page, limit } = pageQueryOf(searchParams, REVIEW_PAGE_SIZE);
    const list = await reviewList(admin, { status, search, page, limit });
    return { ...list, status, search, decided: await justDecided(admin, searchParams.get("decided")) };
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Review Submissions | Admin" }];

const TABS: Record<Status, string> = { pending: "Pending", approved: "Approved", rejected: "Rejected" };

export default function Submissions() {
  const { submissions, total, totalPages, currentPage, counts, status, search, decided } =
    useLoaderData<typeof loader>();
  const pending = useListPending();
  const isUndoable = useUndoable(decided);
  return (
    <>
      <div className="page-line">
        <h1>Review Submissions</h1>
        <AdminSearch action="/admin/submissions" search={search} label="Search names, titles and submitters">
          {status !== "pending" && <input type="hidden" name="status" value={status} />}
        </AdminSearch>
      </div>
      <DecisionBar decided={decided} isUndoable={isUndoable} />
      <nav className="tabs" aria-label="Status">
        {(Object.keys(TABS) as Status[]).map((one) => (
          <Link key={one} to={addressOf({ status: one, search })} aria-current={one === status ? "page" : undefined}>
            {TABS[one]} ({counts[one].toLocaleString("en")})
          </Link>
        ))}
      </nav>
      <p className="found" aria-live="polite">
        {total.toLocaleString("en")} found
      </p>
      {total === 0 ? (
        <p className="empty">{search ? "No submissions found. Try adjusting your search." : NOTHING[status]}</p>
      ) : (
        <table className="rows queue" aria-busy={pending}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Title</th>
              <th scope="col">Submitted by</th>
              <th scope="col">{status === "pending" ? "Submitted" : "Decided"}</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {submissions.map((submission) => (
              <Row key={submission.id} submission={submission} />
            ))}
          </tbody>
        </table>
      )}
      <Pagination
        page={currentPage}
        pages={totalPages}
        address={(number) => addressOf({ status, search, page: number })}
      />
      <KeyboardShortcuts
        keys={[
          ["j", "next"],
          ["k", "previous"],
          ["Enter", "review"],
          ...(isUndoable ? ([["u", "undo"]] as [string, string][]) : []),
        ]}
      />
    </>
  );
}

const NOTHING: Record<Status, string> = {
  pending: "Nothing waits for a decision.",
  approved: "Nothing was approved yet.",
  rejected: "Nothing was rejected yet.",
};

type Submission = ReturnType<typeof useLoaderData<typeof loader>>["submissions"][number];

function Row({ submission }: { submission: Submission }) {
  const { id, name, title, status, submitterName, submitterEmail, submittedAt, reviewedAt, changes, duplicates } =
    submission;
  const to = `/admin/submissions/${id}`;
  return (
    <tr>
      <td data-label="Name">
        <Link to={to} data-row="" prefetch={onIntent()}>
          {name}
        </Link>{" "}
        {changes !== null && <span className="badge gold">Change</span>}{" "}
        {duplicates > 0 && (
          <span className="badge bad">
            {duplicates} possible {duplicates === 1 ? "duplicate" : "duplicates"}
          </span>
        )}
      </td>
      <td data-label="Title">{title}</td>
      <td data-label="Submitted by">
        {submitterName || "Account deleted"}
        {submitterEmail && <small>{submitterEmail}</small>}
      </td>
      <td data-label={status === "pending" ? "Submitted" : "Decided"}>
        <ShortDate time={reviewedAt ?? submittedAt} />
      </td>
      <td>
        <div className="acts">
          <ButtonLink quiet small to={to} aria-label={`Review ${name}`}>
            Review
          </ButtonLink>
          {status === "pending" && (
            <ButtonLink quiet small to={`${to}/edit`} aria-label={`Edit & Enhance ${name}`}>
              Edit & Enhance
            </ButtonLink>
          )}
        </div>
      </td>
    </tr>
  );
}

function addressOf({ status, search, page = 1 }: { status: Status; search: string; page?: number }): string {
  const params = new URLSearchParams();
  if (status !== "pending") params.set("status", status);
  if (search) params.set("search", search);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `/admin/submissions?${query}` : "/admin/submissions";
}
