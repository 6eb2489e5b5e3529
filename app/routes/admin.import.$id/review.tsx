import { Form, Link } from "@remix-run/react";
import { DataTable } from "~/components/admin/data-table";
import { CheckLabel } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { ErrorText } from "~/components/admin/text";
import { ConfirmFirst } from "~/components/forms/confirm-first";
import type { FormAnswer } from "~/components/forms/form-answer";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { ImportSummary } from "~/models/editing/imports/import-review.server";

interface Props {
  review: ImportSummary;
  /** Where to come back to from confirming that it is them, for somebody whose sign-in is too old. */
  confirmFirst: string | undefined;
  answer: FormAnswer | undefined;
}

/** What a checked import would change, and the button that applies it. */
export function ImportReview({ review, confirmFirst, answer }: Props) {
  const { taken, unanswered, outcomes, withIdentifiers } = review;
  const toReview = (["changed", "question", "new"] as const).filter((outcome) => outcomes[outcome] > 0);
  return (
    <>
      {toReview.length > 0 && (
        <Actions className="my-4">
          {toReview.map((outcome) => (
            <ButtonLink key={outcome} quiet to={`rows?show=${outcome}`}>
              {`${REVIEW_LABELS[outcome]} (${outcomes[outcome].toLocaleString("en")})`}
            </ButtonLink>
          ))}
        </Actions>
      )}
      {unanswered > 0 && (
        <Notice>
          {`${unanswered.toLocaleString("en")} ${unanswered === 1 ? "record may be" : "records may be"} about somebody who is here already. Without an answer ${unanswered === 1 ? "it is" : "they are"} left out.`}
        </Notice>
      )}
      {taken === 0 ? (
        <Notice>There is nothing to import: everything is here already, is left out, or has errors.</Notice>
      ) : confirmFirst && !answer ? (
        <ConfirmFirst to="import" returnTo={confirmFirst} />
      ) : (
        <Form method="post" className="my-4">
          {withIdentifiers > 0 && <ComparedByHand people={withIdentifiers} error={answer?.fieldErrors?.compared} />}
          <Button type="submit" name="intent" value="apply">
            {`Import ${taken.toLocaleString("en")} ${taken === 1 ? "record" : "records"}`}
          </Button>
        </Form>
      )}
    </>
  );
}

/** An identifier counts once somebody compared it, however it comes in. */
function ComparedByHand({ people, error }: { people: number; error: string | undefined }) {
  return (
    <div className="field mb-4">
      <CheckLabel>
        <input type="checkbox" id="compared" name="compared" aria-describedby={error && "compared-error"} />{" "}
        {`I compared the new identifiers of ${people.toLocaleString("en")} ${people === 1 ? "person" : "people"}`}
      </CheckLabel>
      {error && <ErrorText id="compared-error">{error}</ErrorText>}
    </div>
  );
}

const REVIEW_LABELS = {
  changed: "Review what changes",
  question: "Answer the questions",
  new: "Look at what is new",
} as const;

/** The rows that cannot be imported. */
export function ImportErrors({ review: { errors, outcomes } }: { review: ImportSummary }) {
  if (errors.length === 0) return null;
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <DataTable head={["Row", "Name", "What is wrong"]}>
        {errors.map(({ position, row, name, detail }) => (
          <tr key={position}>
            <td data-label="Row" className="md:whitespace-nowrap">
              {row}
            </td>
            <td data-label="Name">{name}</td>
            <td data-label="What is wrong">{detail}</td>
          </tr>
        ))}
      </DataTable>
      {outcomes.error > errors.length && <Link to="rows?show=error">All errors</Link>}
    </section>
  );
}
