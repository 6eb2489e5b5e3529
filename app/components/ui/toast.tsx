import { useNavigation } from "@remix-run/react";
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from "react";
import { writes } from "./api-client";
import type { ShownToast, ToastMessage } from "./toast-region";

// The library behind it loads with the first toast: most visits never see one.
const ToastRegion = lazy(() => import("./toast-region"));
const Show = createContext<(message: ToastMessage) => void>(() => {});

const SCROLLS = ["wheel", "touchmove"];

/** Shows a short message over the page; a new one takes the place of the one before. Never the only place of an error. */
export function useToast() {
  return useContext(Show);
}

/**
 * A failure is dismissed by the next navigation, form or call that succeeds, and by typing. One that stands in the page
 * as well is dismissed by scrolling, too: it would lie over the form.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null);
  const show = useCallback(
    (message: ToastMessage) => setToast((before) => ({ ...message, number: (before?.number ?? 0) + 1 })),
    [],
  );
  const dismissFailure = useCallback(() => setToast((before) => (before?.failure ? null : before)), []);
  const dismissCopy = useCallback(() => setToast((before) => (before?.isInPage ? null : before)), []);
  const isIdle = useNavigation().state === "idle";
  // A failure is no longer news once something succeeds, or the reader goes on.
  useEffect(() => {
    if (!isIdle) dismissFailure();
  }, [isIdle, dismissFailure]);
  useEffect(() => {
    writes.addEventListener("success", dismissFailure);
    document.addEventListener("input", dismissFailure);
    const passive = { passive: true };
    for (const event of SCROLLS) document.addEventListener(event, dismissCopy, passive);
    return () => {
      for (const event of SCROLLS) document.removeEventListener(event, dismissCopy);
      writes.removeEventListener("success", dismissFailure);
      document.removeEventListener("input", dismissFailure);
    };
  }, [dismissFailure, dismissCopy]);
  return (
    <Show.Provider value={show}>
      {children}
      {toast && (
        <Suspense>
          <ToastRegion toast={toast} />
        </Suspense>
      )}
    </Show.Provider>
  );
}
