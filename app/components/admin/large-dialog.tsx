import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "~/components/ui/button";

interface Props {
  isOpen: boolean;
  title: string;
  /** Why there is nothing to show; "" for no failure. */
  failure?: string;
  onClose(): void;
  /** Nothing while it is loading. */
  children: ReactNode;
}

/** A large dialog over the library's lists. */
export function LargeDialog({ isOpen, title, failure = "", onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="ask large" aria-labelledby={id} onClose={onClose}>
      <div className="page-line">
        <h2 id={id}>{title}</h2>
        <Button type="button" quiet small onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      {failure ? <p role="alert">{failure}</p> : (children ?? <p role="status">Loading…</p>)}
    </dialog>
  );
}
