import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/** The CSS classes of a dialog that asks one question. */
export const DIALOG_CLASS =
  "m-auto w-[min(28rem,calc(100vw-2rem))] rounded-xl border border-edge bg-surface px-6 py-5 text-ink backdrop:bg-[rgb(0_0_0/0.45)] [&_h2]:mt-0";

/** Returns the ref of a modal dialog that is open while `isOpen` is true. */
export function useDialog(isOpen: boolean): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  return dialog;
}

/** Works as `useDialog`; Back closes the dialog, which asks about what the former page showed. */
export function useQuestion(isOpen: boolean): RefObject<HTMLDialogElement> {
  const dialog = useDialog(isOpen);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another page.
  useEffect(() => dialog.current?.close(), [key]);
  return dialog;
}
