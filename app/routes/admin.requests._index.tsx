import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DataTable } from "~/components/admin/data-table";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import { Empty, Tabs } from "~/components/admin/page-parts";
import { Badge, Hint } from "~/components/admin/text";
import { Age, ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { Pagination } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import { addressWith } from "~/models/base/input/list-address";
import { nearestPage } from "~/models/base/input/paging.server";
import { type ListedRequest, REQUESTS_PAGE_SIZE, requestsPage, type Tab } from "~/models/editing/requests/queue.server";
import { questionCounts } from "~/models/readers/questions/questions.server";

const PATH = "/admin/requests";

/** Lists the requests of listed people and readers, with tabs for open and decided ones. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const tab: Tab = searchParams.get("status") === "decided" ? "decided" : "open";
    const list = await requestsPage(editor, { ...nearestPage(searchParams, REQUESTS_PAGE_SIZE), tab });
    return { ...list, tab, questions: await questionCounts(editor) };
  });
}

export const meta: MetaFunction = () => [{ title: "Requests | Admin" }];

export default function Requests() {
  const { requests, total, totalPages, currentPage, counts, tab, questions } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Requests</h1>
      <p className="mb-3 max-w-measure">
        People report errors, ask for removals, claim profiles and disown works. Questions of readers to listed people
        are counted below.
      </p>
      <Tabs aria-label="Status">
        <Link to={addressOf("open", 1)} aria-current={tab === "open" ? "page" : undefined}>
          Waiting ({counts.open.toLocaleString("en")})
        </Link>
        <Link to={addressOf("decided", 1)} aria-current={tab === "decided" ? "page" : undefined}>
          Decided ({counts.decided.toLocaleString("en")})
        </Link>
      </Tabs>
      {total === 0 ? (
        <Empty>{tab === "open" ? "No request is waiting for a decision." : "No request has been decided yet."}</Empty>
      ) : (
        <DataTable head={["Profile", "About", "Received", tab === "open" ? "Due" : "Decided"]}>
          {requests.map((request) => (
            <Row key={request.id} request={request} />
          ))}
        </DataTable>
      )}
      <Questions counts={questions} />
      <Pagination page={currentPage} totalPages={totalPages} address={(number) => addressOf(tab, number)} />
      {total > 0 && (
        <KeyboardShortcuts
          keys={[
            ["next", "next"],
            ["previous", "previous"],
            ["open", "open"],
          ]}
        />
      )}
    </>
  );
}

function Row({
  request: { id, kind, status, name, fieldLabel, claimant, confirmedAt, dueAt, decidedAt, due },
}: {
  request: ListedRequest;
}) {
  return (
    <tr className="has-[[data-row]:focus]:bg-wash">
      <td>
        <Link to={`${PATH}/${id}`} data-row="">
          {name || "A person"}
        </Link>
      </td>
      <td data-label="About">
        {KINDS[kind] ?? (fieldLabel || "Something else")}{" "}
        {status !== "open" && <Badge tone={status === "rejected" ? "bad" : "good"}>{status}</Badge>}
        {claimant && <Hint className="wrap-anywhere">{claimant}</Hint>}
      </td>
      <td data-label="Received">{confirmedAt && <Age time={confirmedAt} />}</td>
      <td data-label={decidedAt ? "Decided" : "Due"}>
        <ShortDate time={decidedAt ?? dueAt ?? ""} />{" "}
        {status === "open" && due !== "later" && (
          <Badge tone={due === "overdue" ? "bad" : "gold"}>{due === "overdue" ? "Overdue" : "Due soon"}</Badge>
        )}
      </td>
    </tr>
  );
}

const KINDS: Partial<Record<ListedRequest["kind"], string>> = {
  claim: "Says: this is my profile",
  removal: "Wants to be removed",
  work: "Says: this work is not mine",
};

function addressOf(tab: Tab, page: number): string {
  return addressWith(PATH, { status: tab === "decided" && tab, page });
}

type QuestionCounts = Awaited<ReturnType<typeof questionCounts>>;

/** Shows the numbers of questions to listed people, because only author and recipient may read the texts. */
function Questions({ counts: { open, answered, ended, reported, reports } }: { counts: QuestionCounts }) {
  const hasNoQuestions = open + answered + ended + reported === 0;
  return (
    <section className="mt-6" aria-labelledby="questions">
      <h2 id="questions" className="text-lg">
        Questions of readers
      </h2>
      <p>
        {hasNoQuestions
          ? "There were none in the last 90 days."
          : `In the last 90 days: ${open} waiting for an answer, ${answered} answered, ${ended} ended, ${reported} reported. Only the author and the recipient can read the texts.`}
      </p>
      <ul>
        {reports.map(({ slug, name, at }) => (
          <li key={slug + at}>
            <Link className="inline-block py-1 underline" to={`/admin/experts/${slug}`} dir="auto">
              {name}
            </Link>{" "}
            reported a sender on <ShortDate time={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
