import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { LookingUpIsOff } from "~/components/admin/looking-up-is-off";
import { ABOUT_LINE, Actions, Empty, TWO_LINES } from "~/components/admin/page-parts";
import { RowTick } from "~/components/admin/row-tick";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink, Link } from "~/components/ui/link";
import { env } from "~/env.server";
import { form, page } from "~/http/form.server";
import { workKey, workPage } from "~/models/base/web/work-addresses";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { lastWorksRound } from "~/models/records/works/refresh.server";
import { type AdminWork, changeWorks, worksCheckedAt, worksForAdmin } from "~/models/records/works/works.server";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { id, rowId, name, openalex } = await expertForAdmin(editor, params.id ?? "");
    const state = { ...(await lastWorksRound(rowId)), checkedAt: await worksCheckedAt(rowId), isOff: !env.OPEN_DATA };
    return { id, name, openalex, works: await worksForAdmin(editor, id), state };
  });
}

/** `intent` accepts or dismisses the ticked works, or asks OpenAlex. */
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

const STATES = { suggested: "Suggested", accepted: "On the profile", dismissed: "Dismissed" } as const;

export default function Works() {
  const { id, openalex, works, state } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <FormErrors refusal={refusalIn(answer)} title="Nothing was changed" />
      <Hint>
        From OpenAlex, once a week. Only accepted works are on the profile.
        {openalex === "" && " The OpenAlex identifier is not known yet: "}
        {openalex === "" && (
          <Link to={`/admin/experts/${id}/identifiers`} preventScrollReset>
            find it
          </Link>
        )}
        {openalex !== "" && !state.isOff && <Asked state={state} />}
      </Hint>
      {openalex !== "" && state.isOff && <LookingUpIsOff />}
      {works.length === 0 && <Empty>There are no works yet.</Empty>}
      {(works.length > 0 || (openalex !== "" && !state.isOff)) && (
        <Form method="post">
          {works.length > 0 && <Table works={works} />}
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

/** Shows the state of the last search at OpenAlex. */
function Asked({ state: { startedAt, checkedAt, problem } }: { state: Loaded["state"] }) {
  if (problem && problem.at > (checkedAt ?? ""))
    return (
      <>
        {" "}
        Tried on <ShortDate time={problem.at} />, and not answered: {problem.reason}
      </>
    );
  if (checkedAt)
    return (
      <>
        {" "}
        This list is of <ShortDate time={checkedAt} />.
      </>
    );
  if (startedAt)
    return (
      <>
        {" "}
        The last round over all profiles began on <ShortDate time={startedAt} />, and has found none of this person so
        far.
      </>
    );
  return " It has not been asked yet.";
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** One line a row, two on a phone. */
function Table({ works }: { works: AdminWork[] }) {
  return (
    <DataTable
      className="[&_:is(td,th)]:py-1! [&_:is(td,th)]:align-middle!"
      head={[hiddenTitle("Select"), "Work", "Published in", "Year", "Citations", "State"]}
    >
      {works.map((work) => (
        <Row key={workKey(work)} work={work} />
      ))}
    </DataTable>
  );
}

const ROW =
  "has-[input:checked]:bg-wash max-md:grid! max-md:grid-cols-[2.5rem_minmax(0,1fr)] max-md:items-center max-md:px-1 max-md:py-1!";

function Row({ work }: { work: AdminWork }) {
  const { title, venue, year, status } = work;
  // OpenAlex counts them.
  const citations = work.citations?.toLocaleString("en") ?? "Not known";
  const about = [STATES[status], year, work.citations !== null && `${citations} citations`].filter(Boolean);
  return (
    <tr className={ROW}>
      <RowTick name="works[]" value={workKey(work)} aria-label={`Select ${title}`} />
      <td className="md:w-1/2 md:max-w-0">
        {/* Titles are long: on a phone what is known of the work stands above. */}
        <div className={`${TWO_LINES} md:truncate`} title={title}>
          <span className={ABOUT_LINE}>{about.join(" · ")}</span>
          <br className="md:hidden" />
          <ExternalLink url={workPage(work)}>{title}</ExternalLink>
        </div>
        {work.retracted && (
          <p className="text-sm font-normal">
            <strong>Retracted.</strong>{" "}
            {work.isRetractionNew && "Accept it again to keep it with this mark, or dismiss it."}
          </p>
        )}
      </td>
      <td className={`truncate text-sm text-muted md:max-w-0 ${ONLY_AT_A_DESK}`} title={venue} dir="auto">
        {venue}
      </td>
      <td className={`text-sm whitespace-nowrap ${ONLY_AT_A_DESK}`}>{year}</td>
      <td className={`text-sm whitespace-nowrap ${ONLY_AT_A_DESK}`}>{citations}</td>
      <td className={`text-sm whitespace-nowrap ${ONLY_AT_A_DESK}`}>{STATES[status]}</td>
    </tr>
  );
}

const ONLY_AT_A_DESK = "max-md:hidden!";
