import { useActionData } from "@remix-run/react";
import { LinkSummary } from "~/components/admin/page-parts";
import { LicenceFields } from "~/components/experts/licence-fields";
import type { FormAnswer } from "~/components/forms/form-answer";
import { useSite } from "~/components/layout/use-site";
import { UPLOAD_FIELDS } from "~/models/records/images/upload-licences";

/** Shows the licence of the file that is sent with the form; the present picture keeps its own. */
export function PortraitLicence() {
  const isRequired = useSite()?.viewer?.role === "user";
  const answer = useActionData() as Partial<FormAnswer> | undefined;
  // Some buttons of the form have other answers.
  const refused = answer?.values ? { ...answer, values: answer.values } : undefined;
  const problem = Object.values(UPLOAD_FIELDS).some((name) => refused?.fieldErrors?.[name]);
  return (
    <details open={isRequired || problem}>
      <LinkSummary>Licence of the new picture</LinkSummary>
      <LicenceFields
        names={UPLOAD_FIELDS}
        answer={refused}
        legend="Why it may be shown here"
        hint="Shown below the portrait."
      />
    </details>
  );
}
