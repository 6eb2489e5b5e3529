import { Form, useNavigation } from "@remix-run/react";
import { useRef, useState } from "react";
import { ComparedByHand } from "~/components/admin/compared-by-hand";
import { FieldGroup, SaveBar } from "~/components/admin/field-group";
import { FieldValue } from "~/components/admin/field-value";
import { PageLine } from "~/components/admin/page-parts";
import { REFUSAL_MESSAGE_ID, RefusalLine } from "~/components/admin/refusal-line";
import { RelistReason } from "~/components/admin/relist-reason";
import { RejectionReason, UnsavedNotes } from "~/components/admin/review-decision";
import { UnsavedChangesDialog, useUnsavedChanges } from "~/components/admin/unsaved-changes";
import { ExpertFields } from "~/components/experts/editor/expert-fields";
import { NoSuggestionsHint } from "~/components/experts/editor/suggestion-notes";
import { type SuggestionProps, useSuggestions } from "~/components/experts/editor/use-suggestions";
import { TextArea } from "~/components/forms/field";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { JumpLink } from "~/components/ui/jump-link";
import { Notice } from "~/components/ui/notice";
import type { Refusal } from "~/http/form.server";
import type { Submission } from "~/models/editing/submissions/review-record.server";
import type { TopicChoices } from "~/models/editing/topics/proposals.server";
import { EXPERT_LABELS, type ExpertField } from "~/models/records/experts/fields";
import { type ExpertForm, recordIn } from "~/models/records/experts/form";
import { FAILURES, requestedField } from "~/models/records/provenance/suggestions";

type ReadableValues = Record<ExpertField, string | string[]>;

interface Props {
  submission: Submission;
  /** The `updatedAt` of the profile to change; "" for a new expert. */
  expertUpdatedAt: string;
  /** The stored values. */
  stored: ExpertForm;
  readableValues: ReadableValues;
  topics: TopicChoices["all"];
  /** The initial values of the fields. */
  form: ExpertForm;
  /** The values of the last refused form. */
  values: Refusal["values"] | undefined;
  refusal: Refusal | undefined;
  suggestions: Omit<SuggestionProps, "form" | "subject">;
}

const LABELS = { ...EXPERT_LABELS, reviewNotes: "Review notes" };
const FAILURE_TITLES: Record<string, string> = { approve: "Save & Approve Failed", reject: "Rejection Failed" };

/** Renders the form of "Edit & Enhance". */
export function ReviewEditor(props: Props) {
  const { submission, expertUpdatedAt, form, values, refusal } = props;
  // Reloaded data must change neither the typed text nor its version.
  const [initialValues] = useState({ form, updatedAt: submission.updatedAt, expertUpdatedAt });
  const formElement = useRef<HTMLFormElement>(null);
  const { blocker } = useUnsavedChanges(formElement);
  const subject = { kind: "submission", id: submission.id } as const;
  const help = useSuggestions(formElement, { ...props.suggestions, form: initialValues.form, subject });
  const { formMethod, formData } = useNavigation();
  const pendingIntent = formMethod === "POST" ? String(formData?.get("intent")) : null;
  const requestedSuggestion = requestedField(values?.suggestion);
  const failureTitle = requestedSuggestion
    ? FAILURES[requestedSuggestion]
    : (FAILURE_TITLES[String(values?.intent)] ?? "Update Failed");
  // After another decision the form stays, so that the typed text can be copied.
  const isOpen = submission.status === "pending";
  const reviewAddress = `/admin/submissions/${submission.id}`;
  return (
    <>
      <PageLine>
        <h1>
          Edit & Enhance: <bdi>{submission.name}</bdi>
        </h1>
        <ButtonLink quiet small to={reviewAddress}>
          Back to the review
        </ButtonLink>
      </PageLine>
      <Form
        ref={formElement}
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset={refusal !== undefined}
      >
        {/* Enter presses the first button of a form. */}
        <button type="submit" className="sr-only" name="intent" value="save" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="updatedAt" value={String(values?.updatedAt ?? initialValues.updatedAt)} />
        {expertUpdatedAt && (
          <input
            type="hidden"
            name="expertUpdatedAt"
            value={String(values?.expertUpdatedAt ?? initialValues.expertUpdatedAt)}
          />
        )}
        <div id={REFUSAL_MESSAGE_ID} tabIndex={-1} className="scroll-mt-4">
          <FormErrors refusal={refusal} title={failureTitle} labels={LABELS} />
        </div>
        {isOpen && values?.meanwhile && <StoredDifferences {...props} typed={form} />}
        <NoSuggestionsHint missing={help.missing} />
        <ExpertFields
          form={initialValues.form}
          sentForm={form}
          errors={refusal?.fieldErrors}
          hiddenFields={["slug", "featured"]}
          help={help}
        />
        {isOpen && (
          <>
            <RelistReason answer={refusal} />
            <ComparedByHand answer={refusal} />
            <FieldGroup title="Rejection">
              <TextArea
                label="Review notes"
                name="reviewNotes"
                rows={2}
                hint="The submitter reads the notes after Save & Reject. A short reason saves them a question."
                defaultValue={String(values?.reviewNotes ?? "")}
                error={refusal?.fieldErrors.reviewNotes}
              />
              <RejectionReason answer={refusal} />
            </FieldGroup>
            <SaveBar>
              <IntentButton intent="save" pendingIntent={pendingIntent} quiet pendingText="Saving…">
                Save
              </IntentButton>
              <IntentButton intent="approve" pendingIntent={pendingIntent} pendingText="Approving…">
                Save & Approve
              </IntentButton>
              <IntentButton intent="reject" pendingIntent={pendingIntent} quiet danger pendingText="Rejecting…">
                Save & Reject
              </IntentButton>
              <RefusalLine refusal={refusal} />
            </SaveBar>
          </>
        )}
        {!isOpen && values?.reviewNotes && <UnsavedNotes notes={String(values.reviewNotes)} />}
        <UnsavedChangesDialog blocker={blocker} />
      </Form>
    </>
  );
}

interface IntentButtonProps {
  intent: "save" | "approve" | "reject";
  /** The intent of the form that is being sent. */
  pendingIntent: string | null;
  quiet?: boolean;
  danger?: boolean;
  pendingText: string;
  children: string;
}

function IntentButton({ intent, pendingIntent, pendingText, children, ...buttonProps }: IntentButtonProps) {
  return (
    <Button type="submit" name="intent" value={intent} aria-disabled={pendingIntent !== null} {...buttonProps}>
      {pendingIntent === intent ? pendingText : children}
    </Button>
  );
}

/** Shows the stored values that differ from the typed ones, so that nobody overwrites changes of others unseen. */
function StoredDifferences({
  stored,
  readableValues,
  topics,
  typed,
}: Pick<Props, "stored" | "readableValues" | "topics"> & { typed: ExpertForm }) {
  // The form has the names of topics, but their slugs are stored.
  const slugs = new Map(topics.map(({ slug, name }) => [name, slug]));
  const [theirForm, ownForm] = [stored, typed].map((form) => {
    const record = recordIn(form);
    return { ...record, topics: record.topics.map((topic) => slugs.get(topic) ?? topic) };
  }) as [ReturnType<typeof recordIn>, ReturnType<typeof recordIn>];
  const fields = (Object.keys(EXPERT_LABELS) as ExpertField[]).filter(
    (field) => field !== "slug" && field !== "featured" && !isEqual(theirForm[field], ownForm[field]),
  );
  if (fields.length === 0) return null;
  return (
    <Notice as="section" aria-labelledby="meanwhile">
      <h2 id="meanwhile">Stored values that differ from yours</h2>
      <dl>
        {fields.map((field) => (
          <div key={field}>
            <dt>
              <JumpLink to={field}>{EXPERT_LABELS[field]}</JumpLink>
            </dt>
            <dd>
              <FieldValue field={field} value={readableValues[field]} />
            </dd>
          </div>
        ))}
      </dl>
      <p>If you save again, your values replace them.</p>
    </Notice>
  );
}

/** Compares two values, ignoring that browsers send line ends as CRLF. */
function isEqual(left: unknown, right: unknown): boolean {
  const normalize = (value: unknown) => JSON.stringify(value).replaceAll("\\r\\n", "\\n");
  return normalize(left) === normalize(right);
}
