import { useActionData } from "@remix-run/react";
import { LinkSummary } from "~/components/admin/page-parts";
import { LicenceFields } from "~/components/experts/licence-fields";
import type { FormAnswer } from "~/components/forms/form-answer";
import { useSite } from "~/components/layout/use-site";
import { UPLOAD_FIELDS } from "~/models/records/images/upload-licences";

/** Asks for the licence of an uploaded portrait. The current picture keeps its licence. */
export function PortraitLicence() {
  const isRequired = useSite()?.viewer?.role === "user";
  const answer = useActionData() as Partial<FormAnswer> | undefined;
  // The answers of some buttons of the form have no values.
  const refusedAnswer = answer?.values ? { ...answer, values: answer.values } : undefined;
  const problem = Object.values(UPLOAD_FIELDS).some((name) => refusedAnswer?.fieldErrors?.[name]);
  return (
    <details open={isRequired || problem}>
      <LinkSummary>Licence of the new picture</LinkSummary>
      <LicenceFields
        names={UPLOAD_FIELDS}
        answer={refusedAnswer}
        legend="Why may we show it?"
        hint="Shown below the portrait."
      />
    </details>
  );
}
