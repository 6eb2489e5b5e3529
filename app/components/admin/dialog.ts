import { type RefObject, useEffect, useRef } from "react";

/** The utilities of a dialog that asks one thing. */
export const DIALOG =
  "m-auto w-[min(28rem,calc(100vw-2rem))] rounded-xl border border-edge bg-surface px-6 py-5 text-ink backdrop:bg-[rgb(0_0_0/0.45)] [&_h2]:mt-0";

/** A modal dialog that is open while `isOpen` says so. */
export function useDialog(isOpen: boolean): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  return dialog;
}
