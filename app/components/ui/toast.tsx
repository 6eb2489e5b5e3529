import { useNavigation } from "@remix-run/react";
import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
} from "react";
import { writes } from "./api-client";
import type { ShownToast, ToastMessage } from "./toast-region";

/** Loads a component when it is first shown. If that fails, it shows a substitute, where React would replace the whole page. */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  substitute: ComponentType<Props> = () => null,
) {
  return lazy(() => load().catch(() => ({ default: substitute })));
}

// Loaded lazily, because most visitors never see a toast.
const ToastRegion = later(() => import("./toast-region"), PlainToast);
const ToastContext = createContext<(message: ToastMessage) => void>(() => {});

const SCROLL_EVENTS = ["wheel", "touchmove"];

/** Returns a function that shows a short message over the page, in place of the former one. Errors must also stand in the page. */
export function useToast() {
  return useContext(ToastContext);
}

/** Shows a toast without a network. */
function PlainToast({ toast: { title, description } }: { toast: ShownToast }) {
  return (
    <p role="alert" className="toast fixed right-4 bottom-4 z-10 bg-surface px-4 py-3.5">
      {title}: {description}
    </p>
  );
}

/**
 * Provides toasts. The next navigation, input or successful call dismisses a failure. Scrolling dismisses a message that the page has
 * too, because the toast would cover the form.
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
  // A failure is outdated once something succeeds or the reader continues.
  useEffect(() => {
    if (!isIdle) dismissFailure();
  }, [isIdle, dismissFailure]);
  useEffect(() => {
    writes.addEventListener("success", dismissFailure);
    document.addEventListener("input", dismissFailure);
    const passive = { passive: true };
    for (const event of SCROLL_EVENTS) document.addEventListener(event, dismissCopy, passive);
    return () => {
      for (const event of SCROLL_EVENTS) document.removeEventListener(event, dismissCopy);
      writes.removeEventListener("success", dismissFailure);
      document.removeEventListener("input", dismissFailure);
    };
  }, [dismissFailure, dismissCopy]);
  return (
    <ToastContext.Provider value={show}>
      {children}
      {toast && (
        <Suspense>
          <ToastRegion toast={toast} />
        </Suspense>
      )}
    </ToastContext.Provider>
  );
}
