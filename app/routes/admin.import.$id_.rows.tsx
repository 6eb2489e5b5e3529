import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { FieldChanges } from "~/components/admin/diff";
import { CheckLabel } from "~/components/admin/field-group";
import { Actions, ActionsForm, Crumbs } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { Pagination } from "~/components/ui/pagination";
import { form, page } from "~/http/form.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { countNoun } from "~/models/base/text/numbers";
import { findImport } from "~/models/editing/imports/import.server";
import {
  chooseAll,
  chooseRows,
  REVIEW_FILTERS,
  REVIEW_PAGE_SIZE,
  type ReviewedRow,
  reviewFilter,
  reviewPage,
} from "~/models/editing/imports/import-review.server";

/** Lists the rows of an import, each beside its row of the table, to import or leave out. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { id, name, phase, undoneAt, version } = await findImport(admin, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const show = reviewFilter(searchParams.get("show"));
    const mark = markIn(searchParams);
    const { page: number } = nearestPage(searchParams, REVIEW_PAGE_SIZE);
    const rowsPage = await reviewPage(admin, id, { show, mark, page: number });
    const pages = Math.max(1, Math.ceil(rowsPage.total / REVIEW_PAGE_SIZE));
    const isOpen = phase === "checked";
    return {
      ...rowsPage,
      id,
      name,
      show,
      label: REVIEW_FILTERS[show],
      mark,
      page: number,
      pages,
      isOpen,
      version,
      isWritten: phase === "written" && !undoneAt,
    };
  });
}

/** Returns the problem by which the rows are filtered, such as "3:year". */
function markIn(searchParams: URLSearchParams): string | undefined {
  return /^-?\d{1,3}:[a-z]+$/.exec(searchParams.get("mark") ?? "")?.[0];
}

/** Saves the choices of a page, or decides about all rows with an outcome. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const admin = await requireAdmin(request, context);
    const id = params.id ?? "";
    const { searchParams } = new URL(request.url);
    const show = reviewFilter(searchParams.get("show"));
    if (fields.all && (show === "new" || show === "changed" || show === "question"))
      await chooseAll(admin, id, {
        outcome: show,
        isTaken: fields.all === "take",
        mark: markIn(searchParams),
        version: fields.version === undefined ? undefined : String(fields.version),
      });
    else await chooseRows(admin, id, fields);
    if (fields.next === undefined) return redirect(`/admin/import/${id}`, 303);
    searchParams.set("page", String(Number(fields.next) || 1));
    return redirect(`/admin/import/${id}/rows?${searchParams}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Rows of ${data?.name ?? ""} | Admin` }];

export default function ImportRows() {
  const { rows, total, id, name, show, label, mark, page, pages, isOpen, isWritten, version } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const queryOf = (number: number) =>
    String(new URLSearchParams({ show, ...(mark && { mark }), page: String(number) }));
  const addressOf = (number: number) => `/admin/import/${id}/rows?${queryOf(number)}`;
  const versionField = <input type="hidden" name="version" value={version} />;
  const hasChoices = isOpen && rows.some((row) => row.isChoice);
  return (
    <>
      <Crumbs>
        <Link to={`/admin/import/${id}`}>Import of {name}</Link>
      </Crumbs>
      <h1>{label}</h1>
      <FormErrors refusal={refusalIn(answer)} title="Not Saved" />
      <p role="status">{`${countNoun(total, "row", "rows")}, page ${page} of ${pages.toLocaleString("en")}.`}</p>
      {isOpen && total > 0 && (show === "new" || show === "changed" || show === "question") && (
        <AllRowsForm outcome={show} action={addressOf(page)}>
          {versionField}
        </AllRowsForm>
      )}
      {hasChoices ? (
        // The key keeps the choices of one page out of the form of the next.
        <Form method="post" key={`${show} ${page} ${version}`} action={addressOf(page)}>
          {versionField}
          {rows.map((row) => (
            <Row key={row.position} row={row} isOpen />
          ))}
          <Actions className="my-4">
            {page < pages && (
              <Button type="submit" name="next" value={page + 1}>
                Save and show the next page
              </Button>
            )}
            <Button type="submit" quiet={page < pages}>
              Save and go back
            </Button>
          </Actions>
        </Form>
      ) : (
        rows.map((row) => (
          <Row key={row.position} row={row} isOpen={false}>
            {isWritten && row.state === "written" && <UndoPerson id={id} row={row} next={queryOf(page)} />}
          </Row>
        ))
      )}
      <Pagination page={page} totalPages={pages} address={addressOf} />
    </>
  );
}

function UndoPerson({ id, row, next }: { id: string; row: ReviewedRow; next: string }) {
  return (
    <ActionsForm method="post" action={`/admin/import/${id}/undo`} className="my-2">
      <input type="hidden" name="position" value={row.position} />
      <input type="hidden" name="next" value={next} />
      {row.slug && <a href={`/${row.slug}`}>Profile</a>}
      <Button type="submit" quiet small>
        {`Undo ${row.name}`}
      </Button>
    </ActionsForm>
  );
}

function AllRowsForm({
  outcome,
  action,
  children,
}: {
  outcome: "new" | "changed" | "question";
  action: string;
  children: React.ReactNode;
}) {
  const isQuestion = outcome === "question";
  return (
    <ActionsForm method="post" action={action} className="my-4">
      {children}
      <Button type="submit" name="all" value="take" quiet>
        {isQuestion ? "Add all others as new people" : "Import all"}
      </Button>
      <Button type="submit" name="all" value="leave" quiet>
        Leave all out
      </Button>
    </ActionsForm>
  );
}

function Row({ row, isOpen, children }: { row: ReviewedRow; isOpen: boolean; children?: React.ReactNode }) {
  const { position, name, detail, problems, source, values, changes, outcome, state } = row;
  const title = `Row ${row.row}: ${name || "without a name"}`;
  return (
    <section className="mb-4.5 border-t border-line pt-3" aria-label={title}>
      <input type="hidden" name="shown[]" value={position} />
      <h2 dir="auto">{title}</h2>
      {state === "undone" && <p>Undone.</p>}
      {detail && <p>{detail}</p>}
      {problems.map((problem) => (
        <p key={problem} dir="auto">
          {problem}
        </p>
      ))}
      {outcome === "question" ? (
        <Question row={row} isOpen={isOpen} />
      ) : (
        row.isChoice &&
        isOpen && (
          <CheckLabel>
            <input className="flex-none" type="checkbox" name="taken[]" value={position} defaultChecked={row.isTaken} />{" "}
            Import this
          </CheckLabel>
        )
      )}
      <div className="gap-6 md:grid md:grid-cols-2">
        <Pairs
          title="In the table"
          pairs={source.map(({ heading, text }) => ({ label: heading || "Without a name", text }))}
        />
        {values.length > 0 && <Pairs title="After the import" pairs={values} />}
        {changes.length > 0 && (
          <div>
            <h3>Changes</h3>
            <FieldChanges changes={changes} />
          </div>
        )}
      </div>
      {children}
    </section>
  );
}

function Pairs({ title, pairs }: { title: string; pairs: { label: string; text: string }[] }) {
  if (pairs.length === 0) return null;
  return (
    <div className="min-w-0">
      <h3>{title}</h3>
      <dl className="text-sm">
        {pairs.map(({ label, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
          <div key={index} className="mb-1">
            <dt className="text-muted" dir="auto">
              {label}
            </dt>
            <dd className="break-words whitespace-pre-line" dir="auto">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Question({ row: { position, answer, candidates, isDoubted }, isOpen }: { row: ReviewedRow; isOpen: boolean }) {
  const radioProps = { className: "flex-none", type: "radio", name: `answer-${position}`, disabled: !isOpen } as const;
  return (
    <fieldset className="min-w-0">
      <legend>{isDoubted ? "Is this a person?" : "Who is this?"}</legend>
      <CheckLabel>
        <input {...radioProps} value="" defaultChecked={answer === ""} /> Leave it out
      </CheckLabel>
      <CheckLabel>
        <input {...radioProps} value="new" defaultChecked={answer === "new"} /> A new person
      </CheckLabel>
      {candidates.map(({ id, slug, name, title, changes }) => (
        <div key={id}>
          <CheckLabel>
            <input {...radioProps} value={id} defaultChecked={answer === id} /> {name}, {title || "no title"}
          </CheckLabel>{" "}
          <a href={`/${slug}`}>Profile</a>
          <FieldChanges changes={changes} />
        </div>
      ))}
    </fieldset>
  );
}
