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
  /** The address to return to after a new sign-in, if the current sign-in is too old. */
  confirmReturnTo: string | undefined;
  answer: FormAnswer | undefined;
}

const DOUBT_LABELS = { organisation: "an organisation", several: "several people", line: "a line of text" };
const DOUBT_LABELS_PLURAL = { organisation: "organisations", several: "several people each", line: "lines of text" };

const formatCount = (count: number) => count.toLocaleString("en");

/** Shows the changes of a checked import, and the button that applies them. */
export function ImportReview({ review, job, state, confirmReturnTo, answer }: Props) {
  const { taken: takenCount, unanswered: unansweredCount, doubts, leftOut: leftOutCount } = review;
  const { withIdentifiers: identifierCount } = review;
  const form = (
    <Form method="post" className="my-4">
      <input type="hidden" name="version" value={job.version} />
      {identifierCount > 0 && <ComparisonConfirmation people={identifierCount} error={answer?.fieldErrors?.compared} />}
      <Button type="submit" name="intent" value="apply">
        {`Import ${formatCount(takenCount)} ${takenCount === 1 ? "person" : "people"}${state === "draft" && review.outcomes.new > 0 ? ", new ones as drafts" : ""}`}
      </Button>
    </Form>
  );
  return (
    <>
      <OutcomeLinks review={review} />
      {job.newTopics.length > 0 && (
        <Notice>{`${job.newTopics.length === 1 ? "A topic is" : `${formatCount(job.newTopics.length)} topics are`} created with it: ${job.newTopics.slice(0, 30).join(", ")}${job.newTopics.length > 30 ? " …" : ""}.`}</Notice>
      )}
      {unansweredCount > 0 && (
        <Notice>
          {`${formatCount(unansweredCount)} ${unansweredCount === 1 ? "row may be" : "rows may be"} about somebody who is in the directory or in another row. Without an answer ${unansweredCount === 1 ? "it is" : "they are"} left out.`}{" "}
          <Link to="rows?show=question">Check and answer</Link>
        </Notice>
      )}
      {doubts.map(({ kind, mark, rows }) => (
        <Notice key={kind}>
          {`${formatCount(rows)} ${rows === 1 ? `row looks like ${DOUBT_LABELS[kind]} and is` : `rows look like ${DOUBT_LABELS_PLURAL[kind]} and are`} left out.`}{" "}
          <Link to={`rows?show=question&mark=${encodeURIComponent(mark)}`}>
            Check, and import those that are people
          </Link>
        </Notice>
      ))}
      {leftOutCount > 0 && (
        <Notice tone="caution">
          {`${formatCount(leftOutCount)} ${leftOutCount === 1 ? "row is" : "rows are"} left out, because ${leftOutCount === 1 ? "it replaces or shortens" : "they replace or shorten"} what a profile has. Tick a row to import it.`}{" "}
          <Link to="rows?show=changed">Check the changes</Link>
        </Notice>
      )}
      {takenCount === 0 ? (
        <Notice>
          There is nothing to import. All rows are in the directory already, are left out, or were refused.
        </Notice>
      ) : confirmReturnTo && !answer ? (
        <ConfirmFirst action="import" returnTo={confirmReturnTo}>
          {form}
        </ConfirmFirst>
      ) : (
        form
      )}
    </>
  );
}

/** Links to the rows by their outcome. */
export function OutcomeLinks({ review: { outcomes, noted: notedCount } }: { review: ImportSummary }) {
  const parts = [
    ["changed", "Changes", outcomes.changed],
    ["question", "Questions", outcomes.question],
    ["new", "New people", outcomes.new],
    ["noted", "With notes", notedCount],
    ["refused", "Refused", outcomes.error],
    ["same", "Same", outcomes.same],
  ] as const;
  return (
    <Actions className="my-4">
      {parts.flatMap(([show, label, count]) =>
        count > 0
          ? [
              <ButtonLink key={show} quiet to={`rows?show=${show}`}>
                {`${label} (${formatCount(count)})`}
              </ButtonLink>,
            ]
          : [],
      )}
    </Actions>
  );
}

/** Asks the admin to confirm that the new identifiers were compared, as for every other way to add them. */
function ComparisonConfirmation({ people, error }: { people: number; error: string | undefined }) {
  return (
    <div className="field mb-4">
      <CheckLabel>
        <input type="checkbox" id="compared" name="compared" aria-describedby={error && "compared-error"} />{" "}
        {`I compared the new identifiers of ${formatCount(people)} ${people === 1 ? "person" : "people"}`}
      </CheckLabel>
      {error && <ErrorText id="compared-error">{error}</ErrorText>}
    </div>
  );
}

/** Lists the first rows that cannot be imported. */
export function RefusedRows({ review: { refused: refusedRows, outcomes } }: { review: ImportSummary }) {
  if (refusedRows.length === 0) return null;
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">Refused</h2>
      <DataTable head={["Row", "Name", "Why"]}>
        {refusedRows.map(({ position, row, name, detail }) => (
          <tr key={position}>
            <td data-label="Row">{row}</td>
            <td data-label="Name" dir="auto">
              {name}
            </td>
            <td data-label="Why">{detail}</td>
          </tr>
        ))}
      </DataTable>
      {outcomes.error > refusedRows.length && <Link to="rows?show=refused">All refused rows</Link>}
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
      <h2 id="problems">Unusable values</h2>
      <DataTable head={["Column", "What", "Rows"]}>
        {problems.map(({ mark, column, text, rows }) => (
          <tr key={mark}>
            <td data-label="Column" dir="auto">
              {column}
            </td>
            <td data-label="What">{text}</td>
            <td data-label="Rows">
              <Link to={`rows?show=all&mark=${encodeURIComponent(mark)}`}>{formatCount(rows)}</Link>
            </td>
          </tr>
        ))}
      </DataTable>
      <p className="my-3">
        <a className="underline" href={`/admin/import/${id}/rows.csv`}>
          Download the refused rows and those with notes
        </a>
        , with a column of reasons. Correct them and import the file again.
      </p>
    </section>
  );
}

/** Lists the topics of the table that the site does not have, each with a button to add it. */
export function ProposedTopics({ topics }: { topics: { name: string; slug: string; people: number }[] }) {
  if (topics.length === 0) return null;
  return (
    <section aria-labelledby="proposed">
      <h2 id="proposed">Proposed topics</h2>
      <p>The table has these topics, but this site does not. If you add one, its people get it.</p>
      <DataTable head={["Topic", "People", "Add"]}>
        {topics.map(({ name, slug, people }) => (
          <tr key={slug}>
            <td data-label="Topic" dir="auto">
              {name}
            </td>
            <td data-label="People">{formatCount(people)}</td>
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

/** Links to the page that undoes the whole import. */
export function UndoImport({ id }: { id: string }) {
  return (
    <p className="my-4">
      <ButtonLink quiet danger to={`/admin/import/${id}/undo`}>
        Undo this import
      </ButtonLink>
    </p>
  );
}
