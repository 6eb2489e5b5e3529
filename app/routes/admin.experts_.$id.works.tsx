import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { LookupsOffNotice } from "~/components/admin/lookups-off-notice";
import { Actions, Empty, ROW_DETAILS_CLASS, TWO_LINE_ROW_CLASS } from "~/components/admin/page-parts";
import { RowCheckbox } from "~/components/admin/row-checkbox";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink, Link } from "~/components/ui/link";
import { env } from "~/env.server";
import { form, page } from "~/http/form.server";
import { countNoun } from "~/models/base/text/numbers";
import { workKey, workUrl } from "~/models/base/web/work-addresses";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { lastWorksRound } from "~/models/records/works/refresh.server";
import {
  type AdminWork,
  changeWorks,
  worksCheckedAt,
  worksForAdmin,
  worksOfFormerAuthors,
} from "~/models/records/works/works.server";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { id, rowId, name, openalex } = await expertForAdmin(editor, params.id ?? "");
    const state = { ...(await lastWorksRound(rowId)), checkedAt: await worksCheckedAt(rowId), isOff: !env.OPEN_DATA };
    const formerKeys = await worksOfFormerAuthors({ rowId, openalex });
    return { id, name, openalex, works: await worksForAdmin(editor, id), formerKeys, state };
  });
}

/** Accepts or dismisses the selected works, or asks OpenAlex, as `intent` says. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async ({ intent, works = [] }) => {
    const input = intent === "refresh" ? {} : { [String(intent)]: works };
    await changeWorks(await requireEditor(request, context), params.id ?? "", input);
    return redirect(`/admin/experts/${params.id}/works`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Works of ${data.name}` : "Works"} | Admin` },
];

const STATUS_LABELS = { suggested: "Suggested", accepted: "On the profile", dismissed: "Dismissed" } as const;

export default function Works() {
  const { id, openalex, works, formerKeys, state } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <FormErrors refusal={refusalIn(answer)} title="Nothing was changed" />
      <Hint>
        These works come from OpenAlex once a week. The profile shows only accepted works.
        {openalex === "" && " The profile has no OpenAlex identifier yet. "}
        {openalex === "" && (
          <Link to={`/admin/experts/${id}/identifiers`} preventScrollReset>
            Find it
          </Link>
        )}
        {openalex !== "" && !state.isOff && <SearchState state={state} />}
      </Hint>
      {openalex !== "" && state.isOff && <LookupsOffNotice />}
      {works.length === 0 && <Empty>There are no works yet.</Empty>}
      {(works.length > 0 || (openalex !== "" && !state.isOff)) && (
        <Form method="post">
          {works.length > 0 && <Table works={works} formerKeys={formerKeys} />}
          <Actions className="mt-4">
            {works.length > 0 && (
              <>
                <Button type="submit" name="intent" value="accept">
                  Accept
                </Button>
                <Button type="submit" quiet name="intent" value="dismiss">
                  Dismiss
                </Button>
              </>
            )}
            {openalex !== "" && !state.isOff && (
              <Button type="submit" quiet name="intent" value="refresh">
                Ask OpenAlex now
              </Button>
            )}
          </Actions>
        </Form>
      )}
    </>
  );
}

/** Shows when OpenAlex was last asked, and the result. */
function SearchState({ state: { startedAt, checkedAt, problem } }: { state: LoaderData["state"] }) {
  if (problem && problem.at > (checkedAt ?? ""))
    return (
      <>
        {" "}
        The last request, on <ShortDate time={problem.at} />, failed: {problem.reason}
      </>
    );
  if (checkedAt)
    return (
      <>
        {" "}
        OpenAlex was last asked on <ShortDate time={checkedAt} />.
      </>
    );
  if (startedAt)
    return (
      <>
        {" "}
        The last search for all profiles began on <ShortDate time={startedAt} /> and has not reached this person yet.
      </>
    );
  return " OpenAlex has not been asked yet.";
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Lists works with one line for each row, or two on a phone. */
function Table({ works, formerKeys }: { works: AdminWork[]; formerKeys: string[] }) {
  return (
    <DataTable
      className="[&_:is(td,th)]:py-1! [&_:is(td,th)]:align-middle!"
      head={[hiddenTitle("Select"), "Work", "Published in", "Year", "Citations", "State"]}
    >
      {works.map((work) => (
        <Row key={workKey(work)} work={work} isOfFormer={formerKeys.includes(workKey(work))} />
      ))}
    </DataTable>
  );
}

const ROW_CLASS =
  "has-[input:checked]:bg-wash max-md:grid! max-md:grid-cols-[2.5rem_minmax(0,1fr)] max-md:items-center max-md:px-1 max-md:py-1!";

function Row({ work, isOfFormer }: { work: AdminWork; isOfFormer: boolean }) {
  const { title, venue, year, status } = work;
  const citations = work.citations?.toLocaleString("en") ?? "Not known";
  const details = [
    STATUS_LABELS[status],
    year,
    work.citations !== null && countNoun(work.citations, "citation", "citations"),
  ].filter(Boolean);
  return (
    <tr className={ROW_CLASS}>
      <RowCheckbox name="works[]" value={workKey(work)} aria-label={`Select ${title}`} />
      <td className="md:w-1/2 md:max-w-0">
        {/* Titles are long, so on a phone the details stand above. */}
        <div className={`${TWO_LINE_ROW_CLASS} md:truncate`} title={title}>
          <span className={ROW_DETAILS_CLASS}>{details.join(" · ")}</span>
          <br className="md:hidden" />
          <ExternalLink url={workUrl(work)}>{title}</ExternalLink>
        </div>
        {work.retracted && (
          <p className="text-sm font-normal">
            <strong>Retracted.</strong>{" "}
            {work.isRetractionNew && "Accept it again to keep it with this mark, or dismiss it."}
          </p>
        )}
        {isOfFormer && (
          <p className="text-sm font-normal">
            It was accepted for a former OpenAlex identifier. Accept it again to keep it, or dismiss it.
          </p>
        )}
      </td>
      <td className={`truncate text-sm text-muted md:max-w-0 ${WIDE_SCREEN_ONLY}`} title={venue} dir="auto">
        {venue}
      </td>
      <td className={`text-sm whitespace-nowrap ${WIDE_SCREEN_ONLY}`}>{year}</td>
      <td className={`text-sm whitespace-nowrap ${WIDE_SCREEN_ONLY}`}>{citations}</td>
      <td className={`text-sm whitespace-nowrap ${WIDE_SCREEN_ONLY}`}>{STATUS_LABELS[status]}</td>
    </tr>
  );
}

const WIDE_SCREEN_ONLY = "max-md:hidden!";
