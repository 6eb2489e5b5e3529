import { useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Actions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { call, failureReason } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import { useToast } from "~/components/ui/toast";
import { DIALOG } from "./large-dialog";

/** What would be deleted, and what is asked. */
export interface Deletion {
  id: string;
  /** The heading, e.g. "Delete Ada Full". */
  title: string;
  question: string;
  hint: string;
}

interface Props {
  /** null while nothing is asked about. */
  asked: Deletion | null;
  /** The call that deletes, without the id at its end. */
  path: string;
  /** The list as it is after `id` went to the trash. */
  after(id: string): string;
  onClose(): void;
}

export function DeleteDialog({ asked, path, after, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const askedId = asked?.id;
  useEffect(() => {
    if (askedId !== undefined && !dialog.current?.open) dialog.current?.showModal();
  }, [askedId]);

  const remove = async (event: FormEvent, id: string) => {
    event.preventDefault();
    if (isDeleting) return;
    setDeleting(true);
    try {
      await call(`${path}/${id}`, { method: "DELETE" });
      navigate(after(id), { preventScrollReset: true });
    } catch (error) {
      toast({ title: "Delete Failed", description: failureReason(error), failure: true });
    }
    setDeleting(false);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className={DIALOG} aria-labelledby="delete" onClose={onClose}>
      {asked && (
        <form onSubmit={(event) => remove(event, asked.id)}>
          <h2 id="delete">{asked.title}</h2>
          <p>{asked.question}</p>
          <Hint>{asked.hint}</Hint>
          <Actions className="mt-4 justify-end">
            <Button type="button" quiet onClick={() => dialog.current?.close()}>
              Cancel
            </Button>
            <Button type="submit" quiet danger aria-disabled={isDeleting || undefined}>
              {isDeleting ? "Deleting…" : "Delete"}
            </Button>
          </Actions>
        </form>
      )}
    </dialog>
  );
}
