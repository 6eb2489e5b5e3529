import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { FieldChanges } from "~/components/admin/diff";
import { Actions, ActionsForm, Crumbs } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { Pagination } from "~/components/ui/pagination";
import { form, page } from "~/http/form.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { findImport } from "~/models/editing/imports/import.server";
import { OUTCOME_LABELS } from "~/models/editing/imports/import-fields";
import {
  chooseAll,
  chooseRows,
  REVIEW_PAGE_SIZE,
  type ReviewedRow,
  reviewedOutcome,
  reviewPage,
} from "~/models/editing/imports/import-review.server";

/** The rows of an import with one outcome: what each would change, to be taken or left out. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { id, name, phase } = await findImport(admin, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const outcome = reviewedOutcome(searchParams.get("show"));
    const { page: number } = nearestPage(searchParams, REVIEW_PAGE_SIZE);
    const found = await reviewPage(admin, id, { outcome, page: number });
    const pages = Math.max(1, Math.ceil(found.total / REVIEW_PAGE_SIZE));
    return { ...found, id, name, outcome, page: number, pages, isOpen: phase === "checked" };
  });
}

/** Keeps the choices of a page, or decides about all rows with this outcome. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const admin = await requireAdmin(request, context);
    const id = params.id ?? "";
    const { searchParams } = new URL(request.url);
    const outcome = reviewedOutcome(searchParams.get("show"));
    if (fields.all) await chooseAll(admin, id, { outcome, isTaken: fields.all === "take" });
    else await chooseRows(admin, id, fields);
    if (fields.next === undefined) return redirect(`/admin/import/${id}`, 303);
    return redirect(`/admin/import/${id}/rows?show=${outcome}&page=${Number(fields.next) || 1}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Rows of ${data?.name ?? ""} | Admin` }];

export default function ImportRows() {
  const { rows, total, id, name, outcome, page, pages, isOpen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const address = (number: number) => `/admin/import/${id}/rows?show=${outcome}&page=${number}`;
  return (
    <>
      <Crumbs>
        <Link to={`/admin/import/${id}`}>Import of {name}</Link>
      </Crumbs>
      <h1>{OUTCOME_LABELS[outcome]}</h1>
      <FormErrors refusal={refusalIn(answer)} title="Not Saved" />
      <p role="status">{`${total.toLocaleString("en")} ${total === 1 ? "row" : "rows"}, page ${page} of ${pages.toLocaleString("en")}.`}</p>
      {isOpen && outcome !== "error" && <All outcome={outcome} />}
      {isOpen && outcome !== "error" ? (
        // A page has choices of its own: the form must not keep those of the page before.
        <Form method="post" key={`${outcome} ${page}`} action={address(page)}>
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
        rows.map((row) => <Row key={row.position} row={row} isOpen={isOpen} />)
      )}
      <Pagination page={page} pages={pages} address={address} />
    </>
  );
}

function All({ outcome }: { outcome: "new" | "changed" | "question" }) {
  const isQuestion = outcome === "question";
  return (
    <ActionsForm method="post" className="my-4">
      <Button type="submit" name="all" value="take" quiet>
        {isQuestion ? "Add all as new people" : "Take all"}
      </Button>
      <Button type="submit" name="all" value="leave" quiet>
        Leave all out
      </Button>
    </ActionsForm>
  );
}

function Row({ row, isOpen }: { row: ReviewedRow; isOpen: boolean }) {
  const { position, name, detail, changes, candidates } = row;
  const title = `Row ${row.row}: ${name}`;
  return (
    <section className="mb-4.5" aria-label={title}>
      <input type="hidden" name="shown[]" value={position} />
      <h2 dir="auto">{title}</h2>
      {detail && <p>{detail}</p>}
      {candidates.length > 0 ? (
        <Question row={row} isOpen={isOpen} />
      ) : (
        row.isChoice && (
          <label className="block">
            <input type="checkbox" name="taken[]" value={position} defaultChecked={row.isTaken} disabled={!isOpen} />{" "}
            Import this
          </label>
        )
      )}
      <FieldChanges changes={changes} />
    </section>
  );
}

function Question({ row: { position, answer, candidates }, isOpen }: { row: ReviewedRow; isOpen: boolean }) {
  const option = { type: "radio", name: `answer-${position}`, disabled: !isOpen } as const;
  return (
    <fieldset className="min-w-0">
      <legend>Who is this?</legend>
      <label className="block">
        <input {...option} value="" defaultChecked={answer === ""} /> Leave it out
      </label>
      <label className="block">
        <input {...option} value="new" defaultChecked={answer === "new"} /> A new person
      </label>
      {candidates.map(({ id, slug, name, title, changes }) => (
        <div key={id}>
          <label className="block">
            <input {...option} value={id} defaultChecked={answer === id} /> {name}, {title || "no title"}
          </label>{" "}
          <a href={`/${slug}`}>Profile</a>
          <FieldChanges changes={changes} />
        </div>
      ))}
    </fieldset>
  );
}
