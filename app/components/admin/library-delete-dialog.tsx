import { type FormEvent, useState } from "react";
import { Actions } from "~/components/admin/page-parts";
import { ApiError, call, failureReason } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import { useToast } from "~/components/ui/toast";
import { DIALOG_CLASS, useQuestion } from "./dialog";

/** The records that would be deleted. */
export interface Selection {
  kind: "content" | "images";
  ids: string[];
}

export function deleteTitle({ kind, ids }: Selection): string {
  const noun = kind === "content" ? "content" : "image";
  return ids.length === 1 ? `Delete this ${noun}?` : `Delete ${ids.length} ${noun}s?`;
}

export function deleteHint({ kind }: Selection): string {
  if (kind === "content") return "Attached images stay, and so do articles made from it. This cannot be undone.";
  return "The files go with it. This cannot be undone.";
}

interface Props {
  selection: Selection | null;
  /** Runs after the records were deleted. */
  onDone(selection: Selection): void;
  onClose(): void;
}

/** Asks before library records are deleted. Without scripts a page asks. */
export function LibraryDeleteDialog({ selection, onDone, onClose }: Props) {
  const dialog = useQuestion(selection !== null);
  const [isDeleting, setDeleting] = useState(false);
  // The server's message about the records that use the image. It may come after the dialog was opened for another selection.
  const [usage, setUsage] = useState<{ selection: Selection; message: string }>();
  const usageMessage = usage?.selection === selection ? usage.message : "";
  const toast = useToast();

  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (isDeleting || !selection) return;
    setDeleting(true);
    try {
      const body = { ids: selection.ids, force: usageMessage !== "" };
      await call(`/api/library/${selection.kind}/bulk-delete`, { method: "POST", body });
      onDone(selection);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setUsage({ selection, message: error.reason });
      else toast({ title: "Delete Failed", description: failureReason(error), failure: true });
    }
    setDeleting(false);
  };
  return (
    <dialog ref={dialog} className={DIALOG_CLASS} aria-labelledby="delete-title" onClose={onClose}>
      {selection && (
        <form onSubmit={remove}>
          <h2 id="delete-title">{deleteTitle(selection)}</h2>
          {usageMessage ? (
            <p role="alert">{usageMessage} &apos;Delete anyway&apos; removes it from there too.</p>
          ) : (
            <p>{deleteHint(selection)}</p>
          )}
          <Actions className="mt-4 justify-end">
            <Button type="button" quiet onClick={() => dialog.current?.close()}>
              Cancel
            </Button>
            <Button type="submit" quiet danger aria-disabled={isDeleting || undefined}>
              {isDeleting ? "Deleting…" : usageMessage ? "Delete anyway" : "Delete"}
            </Button>
          </Actions>
        </form>
      )}
    </dialog>
  );
}
