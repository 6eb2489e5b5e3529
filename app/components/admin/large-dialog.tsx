import { type ReactNode, useEffect, useId, useRef } from "react";
import { PageLine } from "~/components/admin/page-parts";
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
    <dialog
      ref={dialog}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(52rem,calc(100vw-2rem))] overflow-y-auto rounded-xl border border-edge bg-surface px-6 py-5 text-ink backdrop:bg-[rgb(0_0_0/0.45)]"
      aria-labelledby={id}
      onClose={onClose}
    >
      <PageLine className="flex-nowrap">
        <h2 id={id}>{title}</h2>
        <Button type="button" quiet small onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </PageLine>
      {failure ? <p role="alert">{failure}</p> : (children ?? <p role="status">Loading…</p>)}
    </dialog>
  );
}
