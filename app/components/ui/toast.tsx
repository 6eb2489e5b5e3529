import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import type { ShownToast, ToastMessage } from "./toast-region";

// The library behind it loads with the first toast: most visits never see one.
const ToastRegion = lazy(() => import("./toast-region"));
const Show = createContext<(message: ToastMessage) => void>(() => {});

/** Shows a short message over the page; a new one takes the place of the one before. Never the only place of an error. */
export function useToast() {
  return useContext(Show);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null);
  const show = useCallback(
    (message: ToastMessage) => setToast((before) => ({ ...message, number: (before?.number ?? 0) + 1 })),
    [],
  );
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
