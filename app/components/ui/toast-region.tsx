import * as Toast from "@radix-ui/react-toast";
import { useNavigation } from "@remix-run/react";
import { useEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { writes } from "./api-client";

const SCROLL_EVENTS = ["wheel", "touchmove"];

export interface ToastMessage {
  title: string;
  description?: string;
  /** True for a failure, which screen readers announce at once. */
  failure?: boolean;
  /** True if the page has the message too and announces it. */
  isInPage?: boolean;
}

export interface ToastProps {
  /** The message, with a number that differs between toasts with the same text. */
  toast: ToastMessage & { number: number };
  onDismiss(): void;
}

/**
 * Shows a toast for 5000 ms. A swipe of 50 px to the right dismisses it, and F8 focuses it. The next navigation, input or successful
 * call dismisses a failure. Scrolling dismisses a message that the page has too, because the toast would cover the form.
 */
export default function ToastRegion({ toast, onDismiss }: ToastProps) {
  useDismissal(toast, onDismiss);
  const silent = toast.isInPage && { "data-radix-toast-announce-exclude": "" };
  // Everything outside a modal dialog is inert and behind it. After a success the dialog usually closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a toast stays where it was shown
  const place = useMemo(
    () => (toast.failure && Array.from(document.querySelectorAll("dialog:modal")).at(-1)) || document.body,
    [toast.number],
  );
  return createPortal(
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      <Toast.Root
        key={toast.number}
        className={`toast grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 rounded-lg border border-l-4 border-edge bg-surface px-4 py-3.5 [box-shadow:var(--shadow-floating)] ${toast.failure ? "border-l-danger" : "border-l-ok"}`}
        style={{ transform: "translateX(var(--radix-toast-swipe-move-x, 0))" }}
        type={toast.failure ? "foreground" : "background"}
      >
        <Toast.Title asChild>
          <strong {...silent}>{toast.title}</strong>
        </Toast.Title>
        {toast.description && (
          <Toast.Description asChild>
            <p className="col-start-1" {...silent}>
              {toast.description}
            </p>
          </Toast.Description>
        )}
        <Toast.Close className="col-start-2 row-start-1 min-w-8 cursor-pointer text-xl" aria-label="Close">
          ×
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        // A toast that repeats a form's message stands above the form, or beside it on a wide screen.
        className={`toasts fixed right-4 z-10 w-[min(24rem,calc(100vw-2rem))] ${toast.isInPage ? "top-4 min-[70rem]:w-[min(24rem,calc(50vw-20.5rem))]" : "bottom-4"}`}
        hotkey={["F8"]}
      />
    </Toast.Provider>,
    place,
  );
}

/** Dismisses a failure once something succeeds or the reader continues, and a copy of the page's message when the page is scrolled. */
function useDismissal({ failure, isInPage }: ToastMessage, dismiss: () => void): void {
  const isIdle = useNavigation().state === "idle";
  const wasIdle = useRef(isIdle);
  useEffect(() => {
    // The answer that shows a failure belongs to a navigation itself.
    if (failure && wasIdle.current && !isIdle) dismiss();
    wasIdle.current = isIdle;
  }, [failure, isIdle, dismiss]);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    if (failure) {
      writes.addEventListener("success", dismiss, { signal });
      document.addEventListener("input", dismiss, { signal });
    }
    if (isInPage)
      for (const event of SCROLL_EVENTS) document.addEventListener(event, dismiss, { passive: true, signal });
    return () => listening.abort();
  }, [failure, isInPage, dismiss]);
}
