import { Form, Link, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { FormErrors } from "~/components/forms/form-errors";
import { useListSteps } from "~/components/submissions/use-list-steps";
import { Button, TextButton } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import type { FieldErrors } from "~/errors";
import type { Duplicate } from "~/models/records/experts/possible-duplicates.server";
import {
  ENTER,
  fieldsIn,
  INTENT,
  KEEP,
  NOT_SIGNED_IN,
  refusalTitle,
  type SubmissionFields,
  stepOf,
  toFields,
} from "~/models/records/experts/submission-fields";
import { SUBMIT } from "~/subject/submit";
import { SubmitGuidelines } from "./before-and-after";
import { SubmitFormDuplicates } from "./possible-duplicates";
import { labelsOf, SubmissionPanels } from "./submission-panels";
import { useDraftSaving } from "./use-draft-saving";

interface Props {
  /** The rules for submissions. */
  rules: string[];
  draftId: string;
  fields: SubmissionFields;
  /** True if the fields come from an earlier draft. */
  isRestored: boolean;
  /** The profile to change; null for a new expert. */
  change: { slug: string; name: string } | null;
  /** The name of the signed-in reader; null for a visitor. */
  submitter: string | null;
  /** The answer of the form's action. */
  answer?: { message?: string; fieldErrors?: FieldErrors; values?: unknown; duplicates?: Duplicate[]; kept?: boolean };
}

/** The time to read the message before the sign-in page opens. */
const REDIRECT_AFTER_MS = 2_000;

/**
 * Renders the form for a new expert or a change. Adding and removing list entries works in the browser, and on the server
 * without scripts.
 */
export function SubmitForm({ rules, draftId, fields, isRestored, change, submitter, answer }: Props) {
  const shownFields = answer?.values ? toFields(answer.values) : fields;
  const { lists, refusal, errors, takeStep } = useListSteps(answer, shownFields);
  const formRef = useRef<HTMLFormElement>(null);
  const { stopSaving } = useDraftSaving(formRef, draftId);
  const isSending = useIsSending();
  const address = change ? `/submit?change=${change.slug}` : "/submit";
  const signInAddress = `/login?returnTo=${encodeURIComponent(address)}`;
  const isSignedOut = refusal?.message === NOT_SIGNED_IN;
  useRedirect(isSignedOut ? signInAddress : null, refusal);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!takeStep(event)) stopSaving();
  };

  return (
    <div className="mx-auto max-w-192">
      <PageHeader
        title={change ? "Suggest a Change" : "Submit an Expert"}
        lead={
          change ? (
            <>
              This changes the profile of{" "}
              <Link dir="auto" to={`/${change.slug}`}>
                {change.name}
              </Link>
              . Correct what is wrong, add what is missing, and leave the rest.
            </>
          ) : (
            SUBMIT.lead
          )
        }
      />
      {/* noValidate, because the server checks the input, and its messages are the same with and without scripts. */}
      <Form ref={formRef} method="post" action={address} onSubmit={handleSubmit} noValidate>
        {/* Enter presses the first button of a form. */}
        <button type="submit" name={INTENT} value={ENTER} className="sr-only" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="draftId" value={draftId} />
        <input type="hidden" name="change" value={change?.slug ?? ""} />
        <input type="hidden" name="basedOn" value={shownFields.basedOn} />
        <FormErrors refusal={refusal} title={refusalTitle(refusal?.message ?? "")} labels={labelsOf(change !== null)} />
        {isSignedOut && (
          <Notice>
            We saved everything you typed. <Link to={signInAddress}>Sign in and continue</Link>
          </Notice>
        )}
        <SubmitFormDuplicates duplicates={answer?.duplicates ?? []} />
        {answer?.kept && (
          <Notice role="status">Your text was saved. You can close this page and return within 30 days.</Notice>
        )}
        {isRestored && !answer && (
          <Notice>
            You typed this last time and did not send it.{" "}
            <TextButton name={INTENT} value="start-over">
              Start over
            </TextButton>
          </Notice>
        )}
        <SubmitGuidelines rules={rules} signInAddress={submitter === null ? signInAddress : null} />

        <SubmissionPanels
          shown={shownFields}
          lists={lists}
          errors={errors}
          isChange={change !== null}
          submitter={submitter}
        />

        <p className="mb-2.5 flex gap-2.5">
          <Button type="submit" disabled={isSending}>
            {isSending ? (change ? "Sending…" : "Submitting...") : change ? "Send the change" : "Submit Expert"}
          </Button>
          <Button type="submit" quiet className="script:hidden" name={INTENT} value={KEEP}>
            Save for later
          </Button>
        </p>
        <p className="text-sm text-muted">Until you send it, we save your text for 30 days, and only you can see it.</p>
      </Form>
    </div>
  );
}

/** Returns whether the submission itself is being sent. */
function useIsSending(): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData !== undefined && stepOf(formData.get(INTENT), fieldsIn(formData)) === null;
}

/** Opens `address`, unless it is null, after the reader had time to read the message. A new reason restarts the timer. */
function useRedirect(address: string | null, reason: unknown): void {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal restarts the timer
  useEffect(() => {
    if (!address) return;
    const timer = setTimeout(() => navigate(address), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [address, reason, navigate]);
}
