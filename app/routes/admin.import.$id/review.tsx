import { Form, Link } from "@remix-run/react";
import { DataTable } from "~/components/admin/data-table";
import { CheckLabel } from "~/components/admin/field-group";
import { Actions, ActionsForm } from "~/components/admin/page-parts";
import { ErrorText } from "~/components/admin/text";
import { ConfirmFirst } from "~/components/forms/confirm-first";
import type { FormAnswer } from "~/components/forms/form-answer";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { ImportView } from "~/models/editing/imports/import.server";
import type { ImportSummary } from "~/models/editing/imports/import-review.server";

interface Props {
  review: ImportSummary;
  job: ImportView;
  state: "draft" | "public";
  /** The page to return to after a new sign-in, if the present one is too old. */
  confirmFirst: string | undefined;
  answer: FormAnswer | undefined;
}

const DOUBTED = { organisation: "an organisation", several: "several people", line: "a line of text" };
const DOUBTED_ROWS = { organisation: "organisations", several: "several people each", line: "lines of text" };

const number = (count: number) => count.toLocaleString("en");

/** Shows the changes of a checked import, and the button that applies them. */
export function ImportReview({ review, job, state, confirmFirst, answer }: Props) {
  const { taken, unanswered, doubts, leftOut, withIdentifiers } = review;
  const form = (
    <Form method="post" className="my-4">
      {withIdentifiers > 0 && <ComparedByHand people={withIdentifiers} error={answer?.fieldErrors?.compared} />}
      <Button type="submit" name="intent" value="apply">
        {`Import ${number(taken)} ${taken === 1 ? "person" : "people"}${state === "draft" && review.outcomes.new > 0 ? ", new ones as drafts" : ""}`}
      </Button>
    </Form>
  );
  return (
    <>
      <Shown review={review} />
      {job.newTopics.length > 0 && (
        <Notice>{`${job.newTopics.length === 1 ? "A topic is" : `${number(job.newTopics.length)} topics are`} made with it: ${job.newTopics.slice(0, 30).join(", ")}${job.newTopics.length > 30 ? " …" : ""}.`}</Notice>
      )}
      {unanswered > 0 && (
        <Notice>
          {`${number(unanswered)} ${unanswered === 1 ? "row may be" : "rows may be"} about somebody who is here already or in another row. Without an answer ${unanswered === 1 ? "it is" : "they are"} left out.`}{" "}
          <Link to="rows?show=question">Look, and answer</Link>
        </Notice>
      )}
      {doubts.map(({ kind, mark, rows }) => (
        <Notice key={kind}>
          {`${number(rows)} ${rows === 1 ? `row looks like ${DOUBTED[kind]} and is` : `rows look like ${DOUBTED_ROWS[kind]} and are`} left out.`}{" "}
          <Link to={`rows?show=question&mark=${encodeURIComponent(mark)}`}>Look, and take what are people</Link>
        </Notice>
      ))}
      {leftOut > 0 && (
        <Notice tone="caution">
          {`${number(leftOut)} ${leftOut === 1 ? "row is" : "rows are"} left out, because ${leftOut === 1 ? "it does" : "they do"} not only add: what replaces or shortens what a profile says is imported once you tick it.`}{" "}
          <Link to="rows?show=changed">Look at what changes</Link>
        </Notice>
      )}
      {taken === 0 ? (
        <Notice>There is nothing to import: everything is here already, is left out, or was refused.</Notice>
      ) : confirmFirst && !answer ? (
        <ConfirmFirst to="import" returnTo={confirmFirst}>
          {form}
        </ConfirmFirst>
      ) : (
        form
      )}
    </>
  );
}

/** Ways to the rows by what becomes of them. */
export function Shown({ review: { outcomes, noted } }: { review: ImportSummary }) {
  const parts = [
    ["changed", "What changes", outcomes.changed],
    ["question", "Questions", outcomes.question],
    ["new", "New people", outcomes.new],
    ["noted", "With notes", noted],
    ["refused", "Refused", outcomes.error],
    ["same", "Same", outcomes.same],
  ] as const;
  return (
    <Actions className="my-4">
      {parts.flatMap(([show, label, count]) =>
        count > 0
          ? [
              <ButtonLink key={show} quiet to={`rows?show=${show}`}>
                {`${label} (${number(count)})`}
              </ButtonLink>,
            ]
          : [],
      )}
    </Actions>
  );
}

/** An identifier counts once somebody compared it, however it comes in. */
function ComparedByHand({ people, error }: { people: number; error: string | undefined }) {
  return (
    <div className="field mb-4">
      <CheckLabel>
        <input type="checkbox" id="compared" name="compared" aria-describedby={error && "compared-error"} />{" "}
        {`I compared the new identifiers of ${number(people)} ${people === 1 ? "person" : "people"}`}
      </CheckLabel>
      {error && <ErrorText id="compared-error">{error}</ErrorText>}
    </div>
  );
}

/** The first rows that cannot be imported. */
export function Refused({ review: { refused, outcomes } }: { review: ImportSummary }) {
  if (refused.length === 0) return null;
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">Refused</h2>
      <DataTable head={["Row", "Name", "Why"]}>
        {refused.map(({ position, row, name, detail }) => (
          <tr key={position}>
            <td data-label="Row">{row}</td>
            <td data-label="Name" dir="auto">
              {name}
            </td>
            <td data-label="Why">{detail}</td>
          </tr>
        ))}
      </DataTable>
      {outcomes.error > refused.length && <Link to="rows?show=refused">All that were refused</Link>}
    </section>
  );
}

/** Lists unusable values by column and kind. */
export function Problems({
  problems,
  id,
}: {
  problems: { mark: string; column: string; text: string; rows: number }[];
  id: string;
}) {
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="problems">
      <h2 id="problems">What could not be used</h2>
      <DataTable head={["Column", "What", "Rows"]}>
        {problems.map(({ mark, column, text, rows }) => (
          <tr key={mark}>
            <td data-label="Column" dir="auto">
              {column}
            </td>
            <td data-label="What">{text}</td>
            <td data-label="Rows">
              <Link to={`rows?show=all&mark=${encodeURIComponent(mark)}`}>{number(rows)}</Link>
            </td>
          </tr>
        ))}
      </DataTable>
      <p className="my-3">
        <a className="underline" href={`/admin/import/${id}/rows.csv`}>
          Download the rows with notes and those refused
        </a>
        , with a column of reasons: mend them and send them again.
      </p>
    </section>
  );
}

/** Topics that the table names and the site lacks, each with its button. */
export function Proposed({ topics }: { topics: { name: string; slug: string; people: number }[] }) {
  if (topics.length === 0) return null;
  return (
    <section aria-labelledby="proposed">
      <h2 id="proposed">Proposed topics</h2>
      <p>The table names them, and this site has none of that name. Adding one gives it to its people.</p>
      <DataTable head={["Topic", "People", "Add"]}>
        {topics.map(({ name, slug, people }) => (
          <tr key={slug}>
            <td data-label="Topic" dir="auto">
              {name}
            </td>
            <td data-label="People">{number(people)}</td>
            <td data-label="Add">
              <ActionsForm method="post">
                <input type="hidden" name="topic" value={slug} />
                <Button type="submit" name="intent" value="topic" quiet small>
                  {`Add ${name}`}
                </Button>
              </ActionsForm>
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

/** Takes all of it back. */
export function UndoImport({ id }: { id: string }) {
  return (
    <p className="my-4">
      <ButtonLink quiet danger to={`/admin/import/${id}/undo`}>
        Undo this import
      </ButtonLink>
    </p>
  );
}
