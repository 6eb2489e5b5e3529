import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { pageShownAt, useAdminSide } from "~/components/admin/admin-pages";
import { ComparedByHand } from "~/components/admin/compared-by-hand";
import { SaveBar } from "~/components/admin/field-group";
import { RecordForm } from "~/components/admin/record-form";
import { REFUSAL_MESSAGE_ID, RefusalLine } from "~/components/admin/refusal-line";
import { RelistReason } from "~/components/admin/relist-reason";
import { NewSentences } from "~/components/admin/sources/new-sentences";
import { UnsavedChangesDialog, useUnsavedChanges } from "~/components/admin/unsaved-changes";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { revealElement } from "~/components/ui/jump-link";
import type { Refusal } from "~/http/form.server";
import type { FieldNote } from "~/models/editing/experts/gap-notes.server";
import { EXPERT_LABELS } from "~/models/records/experts/fields";
import type { ExpertForm } from "~/models/records/experts/form";
import { ExpertFields } from "./expert-fields";
import { NoSuggestionsHint } from "./suggestion-notes";
import { type SuggestionProps, useSuggestions } from "./use-suggestions";

interface Props {
  /** The initial values of the fields. Another record needs another `key`. */
  form: ExpertForm;
  /** The `updatedAt` of the version in the form; "" for a new expert. */
  updatedAt: string;
  refusal: Refusal | undefined;
  /** The heading of a refusal. */
  title?: string;
  suggestions: Omit<SuggestionProps, "form">;
  /** Notes about missing facts, each shown beside its field. */
  notes?: FieldNote[];
  /** Gets the new `updatedAt` when the record changed elsewhere on the page and the form has no changes. */
  onOutdated?: (updatedAt: string) => void;
  /** Content above the fields: questions and conflicts. */
  children?: ReactNode;
}

export function ExpertEditor({
  form,
  updatedAt,
  refusal,
  title = "Update Failed",
  suggestions,
  notes,
  onOutdated,
  children,
}: Props) {
  // Reloaded data, for example after an upload, must not change the fields while somebody types.
  const [initialState] = useState({ form, updatedAt });
  const element = useRef<HTMLFormElement>(null);
  const { blocker, isChanged } = useUnsavedChanges(element);
  useEffect(() => {
    if (!refusal && updatedAt !== initialState.updatedAt && !isChanged()) onOutdated?.(updatedAt);
  });
  const help = useSuggestions(element, { ...suggestions, form: initialState.form });
  useFocusOnHash();
  const { formMethod, formAction } = useNavigation();
  const { pathname } = useLocation();
  const recordPages = useAdminSide()?.recordPages;
  // A form without an action posts to the page, even if a section is open.
  const isSaving = formMethod === "POST" && formAction?.split("?")[0] === pageShownAt(pathname, recordPages);
  return (
    <RecordForm formRef={element} updatedAt={initialState.updatedAt} refusal={refusal}>
      <div id={REFUSAL_MESSAGE_ID} tabIndex={-1} className="scroll-mt-4">
        <FormErrors refusal={refusal} title={title} labels={EXPERT_LABELS} />
      </div>
      {children}
      <RelistReason answer={refusal} />
      <ComparedByHand answer={refusal} />
      <NewSentences answer={refusal} />
      <NoSuggestionsHint missing={help.missing} />
      <ExpertFields form={initialState.form} sentForm={form} errors={refusal?.fieldErrors} help={help} notes={notes} />
      <SaveBar>
        <Button type="submit" aria-disabled={isSaving || undefined}>
          {isSaving ? "Saving…" : "Save"}
        </Button>
        {initialState.updatedAt === "" && (
          <Button type="submit" quiet name="state" value="draft">
            Save as a draft
          </Button>
        )}
        <RefusalLine refusal={refusal} />
      </SaveBar>
      <UnsavedChangesDialog blocker={blocker} />
    </RecordForm>
  );
}

/** Focuses the field that the address names. Without scripts the browser unfolds it and scrolls there. */
function useFocusOnHash(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash.length > 1) revealElement(hash.slice(1));
  }, [hash]);
}
