import { useNavigate } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useState } from "react";
import { Actions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { call, failureReason } from "~/components/ui/api-client";
import { Button, ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { useToast } from "~/components/ui/toast";
import { DIALOG_CLASS, useQuestion } from "./dialog";

interface DeleteLinkProps {
  /** The page of the record, such as "/admin/experts/1". */
  path: string;
  name: string;
  /** The address of the list, with its filters and page. */
  listAddress: string;
  onDelete(): void;
  /** True in a menu, where it does not look like a button. */
  isInMenu?: boolean;
}

/** Opens a dialog that asks before a record is deleted; without scripts it links to a page that asks. */
export function DeleteLink({ path, name, listAddress, onDelete, isInMenu = false }: DeleteLinkProps) {
  const openDialog = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // The menu closes, so the focus returns to its button after the dialog.
    event.currentTarget.closest("details")?.querySelector("summary")?.focus();
    onDelete();
  };
  const to = `${path}/delete?${new URLSearchParams({ returnTo: listAddress })}`;
  if (isInMenu)
    return (
      <Link to={to} aria-label={`Delete ${name}`} onClick={openDialog} className="text-danger!">
        Delete
      </Link>
    );
  return (
    <ButtonLink quiet danger small to={to} aria-label={`Delete ${name}`} onClick={openDialog}>
      Delete
    </ButtonLink>
  );
}

/** The record that the dialog asks about, and its words. */
export interface Deletion {
  id: string;
  /** The heading, e.g. "Delete Ada Full". */
  title: string;
  question: string;
  hint: string;
}

interface Props {
  /** null while the dialog is closed. */
  deletion: Deletion | null;
  /** The path of the JSON call that deletes, without the id at its end. */
  path: string;
  /** Returns the address of the list after `id` went to the trash. */
  addressAfter(id: string): string;
  onClose(): void;
}

export function DeleteDialog({ deletion, path, addressAfter, onClose }: Props) {
  const dialog = useQuestion(deletion !== null);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();

  const remove = async (event: FormEvent, { id }: Deletion) => {
    event.preventDefault();
    if (isDeleting) return;
    setDeleting(true);
    try {
      await call(`${path}/${id}`, { method: "DELETE" });
      navigate(addressAfter(id), { preventScrollReset: true });
    } catch (error) {
      toast({ title: "Delete Failed", description: failureReason(error), failure: true });
    }
    setDeleting(false);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className={DIALOG_CLASS} aria-labelledby="delete" onClose={onClose}>
      {deletion && (
        <form onSubmit={(event) => remove(event, deletion)}>
          <h2 id="delete" dir="auto">
            {deletion.title}
          </h2>
          <p>{deletion.question}</p>
          <Hint>{deletion.hint}</Hint>
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
