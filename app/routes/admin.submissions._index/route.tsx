import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import type { KeyInUse } from "~/components/admin/keys";
import { Empty, PageLine, ResultCount, Tabs } from "~/components/admin/page-parts";
import { DecisionBar, useUndoable } from "~/components/admin/review-decision";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { Pagination, useListPending } from "~/components/ui/pagination";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { addressWith } from "~/models/base/input/list-address";
import { nearestPage, searchIn } from "~/models/base/input/paging.server";
import { countNoun, formatResultCount } from "~/models/base/text/numbers";
import { type BulkResult, decideMany } from "~/models/editing/submissions/bulk.server";
import { askForReason, rejectionNotes } from "~/models/editing/submissions/reasons";
import {
  decidedTogether,
  REVIEW_PAGE_SIZE,
  reviewList,
  STATUSES,
  type Status,
} from "~/models/editing/submissions/review.server";
import { SubmissionsTable } from "./submissions-table";

/** Lists open submissions, with tabs for the decided ones. `?decided=` has the ids, separated by commas, that can be undone. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const status = STATUSES.find((candidate) => candidate === searchParams.get("status")) ?? "pending";
    const search = searchIn(searchParams);
    const list = await reviewList(editor, { status, search, ...nearestPage(searchParams, REVIEW_PAGE_SIZE) });
    const decided = await decidedTogether(editor, searchParams.get("decided"));
    return { ...list, status, search, decided, undone: searchParams.has("undone") };
  });
}

/** Decides about the selected submissions, or undoes the decision. Refused submissions stay in the list with the reason. */
export async function action({ context, request }: ActionFunctionArgs) {
  const guard = () => requireEditor(request, context);
  const run = async (fields: FormAnswer["values"]) => {
    const editor = await guard();
    if (fields.intent === "reject") askForReason(fields);
    const result = await decideMany(editor, decisionIn(fields), { linkOrigin: linkOrigin(request) });
    const decidedIds = fields.intent === "undo" ? null : result.done.join(",");
    if (result.refused.length === 0)
      return redirect(`/admin/submissions?${decidedIds === null ? "undone" : `decided=${decidedIds}`}`, 303);
    return data({ values: fields, result, decided: await decidedTogether(editor, decidedIds) }, 409);
  };
  return form(request, run, { guard });
}

function decisionIn(fields: FormAnswer["values"]) {
  const ids = [fields.ids ?? []].flat();
  const updatedAt = Object.fromEntries(ids.map((id) => [id, String(fields[`updatedAt-${id}`] ?? "")]));
  return { decision: fields.intent, ids, reviewNotes: rejectionNotes(fields), updatedAt };
}

export { unlessSignedOut as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction<typeof loader> = () => [{ title: "Review Submissions | Admin" }];

const TABS: Record<Status, string> = { pending: "Pending", approved: "Approved", rejected: "Rejected" };

const EMPTY_TEXTS: Record<Status, string> = {
  pending: "No submissions are waiting for a decision.",
  approved: "No submissions have been approved yet.",
  rejected: "No submissions have been rejected yet.",
};

type Answer = FormAnswer & { result?: BulkResult; decided?: Awaited<ReturnType<typeof decidedTogether>> };

export default function Submissions() {
  const list = useLoaderData<typeof loader>();
  const { submissions, total, totalPages, currentPage, counts, status, search, undone } = list;
  const answer = useActionData<typeof action>() as Answer | undefined;
  const decided = answer?.decided ?? list.decided;
  const isUndoable = useUndoable(decided);
  const refusedSubmissions = answer?.result?.refused ?? [];
  const refusedElsewhere = refusedSubmissions.filter(
    ({ id }) => !submissions.some((submission) => submission.id === id),
  );
  const isLoading = useListPending();
  return (
    <>
      <PageLine>
        <h1>Review Submissions</h1>
        <AdminSearch action="/admin/submissions" search={search} label="Search names, titles and submitters">
          {status !== "pending" && <input type="hidden" name="status" value={status} />}
        </AdminSearch>
      </PageLine>
      <DecisionBar decision={decided} isUndoable={isUndoable} />
      {undone && !answer && <Notice role="status">The decisions were undone.</Notice>}
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {refusedSubmissions.length > 0 && (
        <Notice tone="problem" role="alert">
          <p>{countNoun(refusedSubmissions.length, "submission was", "submissions were")} not changed.</p>
          {refusedElsewhere.map(({ id, message }) => (
            <p key={id}>{message}</p>
          ))}
        </Notice>
      )}
      <Tabs aria-label="Status">
        {(Object.keys(TABS) as Status[]).map((tab) => (
          <Link key={tab} to={addressOf({ status: tab, search })} aria-current={tab === status ? "page" : undefined}>
            {TABS[tab]} ({counts[tab].toLocaleString("en")})
          </Link>
        ))}
      </Tabs>
      {/* An empty tab has its message below. */}
      {(search || total > 0) && (
        <ResultCount aria-live="polite">
          {search ? formatResultCount(total) : total.toLocaleString("en")} found
        </ResultCount>
      )}
      {total === 0 ? (
        <Empty>{search ? "No submissions found. Try adjusting your search." : EMPTY_TEXTS[status]}</Empty>
      ) : (
        <SubmissionsTable
          submissions={submissions}
          isPending={status === "pending"}
          isLoading={isLoading}
          refusedSubmissions={refusedSubmissions}
          reason={fieldProps(answer, "reviewNotes")}
          answer={answer}
          selectedIds={[answer?.values.ids ?? []].flat()}
          address={addressOf({ status, search, page: currentPage })}
        />
      )}
      <Pagination
        page={currentPage}
        totalPages={totalPages}
        address={(number) => addressOf({ status, search, page: number })}
      />
      <KeyboardShortcuts
        keys={[
          ...(total > 0 ? LIST_KEYS : []),
          ...(total > 0 && status === "pending" ? SELECT_KEYS : []),
          ...(isUndoable ? ([["undo", "undo"]] as KeyInUse[]) : []),
        ]}
      />
    </>
  );
}

const SELECT_KEYS: KeyInUse[] = [
  ["select", "select"],
  ["selectPage", "select all on this page"],
];

const LIST_KEYS: KeyInUse[] = [
  ["next", "next"],
  ["previous", "previous"],
  ["open", "review"],
];

function addressOf({ status, search, page }: { status: Status; search: string; page?: number }): string {
  return addressWith("/admin/submissions", { status: status !== "pending" && status, search, page });
}
