import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { pageShownAt, useAdminSide } from "~/components/admin/admin-pages";
import { ComparedByHand } from "~/components/admin/compared-by-hand";
import { SaveBar } from "~/components/admin/field-group";
import { HINDRANCE, Hindrance } from "~/components/admin/hindrance";
import { RecordForm } from "~/components/admin/record-form";
import { RelistReason } from "~/components/admin/relist-reason";
import { NewSentences } from "~/components/admin/sources/new-sentences";
import { UnsavedChangesDialog, useUnsavedChanges } from "~/components/admin/unsaved-changes";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { goToPlace } from "~/components/ui/jump-link";
import type { Refusal } from "~/http/form.server";
import type { FieldNote } from "~/models/editing/experts/gap-notes.server";
import { EXPERT_LABELS } from "~/models/records/experts/fields";
import type { ExpertForm } from "~/models/records/experts/form";
import { ExpertFields } from "./expert-fields";
import { NoSuggestions } from "./suggestion-notes";
import { type SuggestionProps, useSuggestions } from "./use-suggestions";

interface Props {
  /** The initial values of the fields. Another form needs another `key`. */
  form: ExpertForm;
  /** The `updatedAt` that it was made from; "" for a new expert. */
  updatedAt: string;
  refusal: Refusal | undefined;
  /** The heading of a refusal. */
  title?: string;
  suggestions: Omit<SuggestionProps, "form">;
  /** Missing facts, each shown beside its field. */
  notes?: FieldNote[];
  /** Called with the present `updatedAt` once the record changed elsewhere on the page, while nothing was typed. */
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
  // Later data, for example after an upload, does not change what somebody is typing.
  const [start] = useState({ form, updatedAt });
  const element = useRef<HTMLFormElement>(null);
  const { blocker, isChanged } = useUnsavedChanges(element);
  useEffect(() => {
    if (!refusal && updatedAt !== start.updatedAt && !isChanged()) onOutdated?.(updatedAt);
  });
  const help = useSuggestions(element, { ...suggestions, form: start.form });
  useFocusOnPlace();
  const { formMethod, formAction } = useNavigation();
  const { pathname } = useLocation();
  const recordPages = useAdminSide()?.recordPages;
  // Without an action of its own a form is sent to its page, whichever section is open in it.
  const isSaving = formMethod === "POST" && formAction?.split("?")[0] === pageShownAt(pathname, recordPages);
  return (
    <RecordForm element={element} updatedAt={start.updatedAt} refusal={refusal}>
      <div id={HINDRANCE} tabIndex={-1} className="scroll-mt-4">
        <FormErrors refusal={refusal} title={title} labels={EXPERT_LABELS} />
      </div>
      {children}
      <RelistReason answer={refusal} />
      <ComparedByHand answer={refusal} />
      <NewSentences answer={refusal} />
      <NoSuggestions missing={help.missing} />
      <ExpertFields form={start.form} errors={refusal?.fieldErrors} help={help} notes={notes} />
      <SaveBar>
        <Button type="submit" aria-disabled={isSaving || undefined}>
          {isSaving ? "Saving…" : "Save"}
        </Button>
        {start.updatedAt === "" && (
          <Button type="submit" quiet name="state" value="draft">
            Save as a draft
          </Button>
        )}
        <Hindrance refusal={refusal} />
      </SaveBar>
      <UnsavedChangesDialog blocker={blocker} />
    </RecordForm>
  );
}

/** Whoever came by a link to one field goes on in it; without scripts the browser unfolds it and scrolls there. */
function useFocusOnPlace(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash.length > 1) goToPlace(decodeURIComponent(hash.slice(1)));
  }, [hash]);
}
