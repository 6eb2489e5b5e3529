import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { DataTable } from "~/components/admin/data-table";
import { Actions, Empty, LinkSummary, PageLine, ResultCount, RowActions } from "~/components/admin/page-parts";
import { RowCheckbox } from "~/components/admin/row-checkbox";
import { SELECTABLE, SelectAll, SelectedCount, SelectionBar } from "~/components/admin/selection";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { Pagination } from "~/components/ui/pagination";
import { form, page } from "~/http/form.server";
import { addressWith } from "~/models/base/input/list-address";
import { nearestPage, searchIn } from "~/models/base/input/paging.server";
import { countNoun } from "~/models/base/text/numbers";
import {
  DRAFTS_PAGE_SIZE,
  draftsPage,
  type ReleaseResult,
  releaseDrafts,
} from "~/models/editing/experts/drafts.server";

/** Lists the profiles that are not public yet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { page: number } = nearestPage(searchParams, DRAFTS_PAGE_SIZE);
    const search = searchIn(searchParams);
    return { search, ...(await draftsPage(editor, { search, page: number })) };
  });
}

/** Publishes the selected drafts, or all. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    return data({ done: await releaseDrafts(editor, fields) });
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Drafts | Admin" }];

export default function Drafts() {
  const { search, drafts, total, currentPage, totalPages } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as (FormAnswer & { done?: ReleaseResult }) | undefined;
  return (
    <>
      <PageLine>
        <h1>Drafts</h1>
        {(search || total > 0) && <AdminSearch action={PATH} search={search} label="Search drafts" />}
      </PageLine>
      <FormErrors refusal={refusalIn(answer?.done ? undefined : answer)} title="Not Released" />
      {answer?.done && <ReleaseNotice result={answer.done} />}
      {total > 0 && (
        <ResultCount role="status">{`${countNoun(total, "profile", "profiles")} that only editors see.`}</ResultCount>
      )}
      {drafts.length === 0 ? (
        <Empty>
          <p>
            {search
              ? "No drafts found. Try adjusting your search."
              : "There are no drafts. An import creates drafts, and you can turn a profile into a draft."}
          </p>
        </Empty>
      ) : (
        <>
          <Form id={SELECTION_FORM_ID} method="post" className={SELECTABLE}>
            <DataTable
              head={[
                <SelectAll key="select" formId={SELECTION_FORM_ID} label="Select all on this page" />,
                "Name",
                "Title",
                "State",
                "Appears",
                "Actions",
              ]}
            >
              {drafts.map((draft) => (
                <Row key={draft.id} draft={draft} />
              ))}
            </DataTable>
            <SelectionBar>
              <Actions>
                <SelectedCount formId={SELECTION_FORM_ID} />
                <SubmitButton small pending="Releasing…">
                  Release the selected profiles
                </SubmitButton>
              </Actions>
            </SelectionBar>
          </Form>
          {total > 1 && !search && <ReleaseAll total={total} />}
        </>
      )}
      <Pagination
        page={currentPage}
        totalPages={totalPages}
        address={(number) => addressWith(PATH, { search, page: number })}
      />
    </>
  );
}

const PATH = "/admin/experts/drafts";
const SELECTION_FORM_ID = "drafts";

const STATES: Record<Draft["state"], string> = { draft: "Draft", scheduled: "Scheduled" };

function Row({ draft: { id, name, title, state, publishAt } }: { draft: Draft }) {
  return (
    <tr>
      <RowCheckbox name="ids[]" value={id} aria-label={`Select ${name}`} />
      <td data-label="Name">
        <Link to={`/admin/experts/${id}`} dir="auto">
          {name}
        </Link>
      </td>
      <td data-label="Title" dir="auto">
        {title}
      </td>
      <td data-label="State" className="whitespace-nowrap">
        {STATES[state]}
      </td>
      <td data-label="Appears" className="whitespace-nowrap">
        {publishAt ? <ShortTime time={publishAt} /> : "When released"}
      </td>
      <td className="whitespace-nowrap">
        <RowActions>
          <a className="underline" href={`/admin/experts/${id}/preview`} aria-label={`Preview: ${name}`}>
            Preview
          </a>
          <Link className="underline" to={`/admin/experts/${id}/editors`} aria-label={`For editors: ${name}`}>
            For editors
          </Link>
        </RowActions>
      </td>
    </tr>
  );
}

type Draft = ReturnType<typeof useLoaderData<typeof loader>>["drafts"][number];

/** Releases all drafts. It is folded below the list, because it publishes people whom nobody has checked. */
function ReleaseAll({ total }: { total: number }) {
  return (
    <details className="my-4">
      <LinkSummary>{`Release all ${total.toLocaleString("en")}`}</LinkSummary>
      <Form method="post">
        <p className="mb-2.5">All people in this list become public at once, including those on its other pages.</p>
        <SubmitButton quiet pending="Releasing…">
          {`Release all ${total.toLocaleString("en")}`}
        </SubmitButton>
        <input type="hidden" name="all" value="yes" />
      </Form>
    </details>
  );
}

function ReleaseNotice({ result: { released, refused, left } }: { result: ReleaseResult }) {
  return (
    <Notice role="status" tone={refused.length > 0 ? "problem" : "success"}>
      <p>{`${countNoun(released, "profile is", "profiles are")} public now.`}</p>
      {refused.slice(0, 20).map(({ id, name, message }) => (
        <p key={id}>
          {name} stays a draft: {message}
        </p>
      ))}
      {left > 0 && <p>{`${left.toLocaleString("en")} more are still drafts. Release them again.`}</p>}
      {refused.length > 20 && <p>{`And ${refused.length - 20} more.`}</p>}
    </Notice>
  );
}
