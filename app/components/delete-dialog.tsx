import { useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { DELETE_QUESTION } from "~/models/expert-fields";
import { call } from "./call";
import { reasonOf } from "./failure";
import { useToast } from "./toast";

interface Props {
  /** Who would be deleted; null while nobody is asked about. */
  expert: { id: string; name: string } | null;
  /** The list as it is after `id` went to the trash. */
  after(id: string): string;
  onClose(): void;
}

/** Asks before an expert goes to the trash (row EM12); without scripts there is a page that asks. */
export function DeleteDialog({ expert, after, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  useEffect(() => {
    if (expert) dialog.current?.showModal();
  }, [expert]);

  const remove = async (event: FormEvent, id: string) => {
    event.preventDefault();
    if (isDeleting) return;
    setDeleting(true);
    try {
      await call(`/api/experts/${id}`, { method: "DELETE" });
      navigate(after(id), { preventScrollReset: true });
    } catch (error) {
      toast({ title: "Delete Failed", description: reasonOf(error), failure: true });
    }
    setDeleting(false);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="ask" aria-labelledby="delete" onClose={onClose}>
      {expert && (
        <form onSubmit={(event) => remove(event, expert.id)}>
          <h2 id="delete">Delete {expert.name}</h2>
          <p>{DELETE_QUESTION}</p>
          <p className="hint">It stays in the trash for 30 days.</p>
          <p className="actions">
            <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" className="button danger" aria-disabled={isDeleting || undefined}>
              {isDeleting ? "Deleting…" : "Delete"}
            </button>
          </p>
        </form>
      )}
    </dialog>
  );
}
