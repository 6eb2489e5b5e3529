import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ToastMessage, ToastProps } from "./toast-region";

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

/** Returns a function that shows a short message over the page, in place of the former one. Errors must also stand in the page. */
export function useToast() {
  return useContext(ToastContext);
}

/** Shows a toast without a network for 5000 ms. */
function PlainToast({ toast: { number, title, description }, onDismiss }: ToastProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast has its own time
  useEffect(() => {
    const timer = setTimeout(onDismiss, 5000);
    return () => clearTimeout(timer);
  }, [number]);
  return (
    <p role="alert" className="toast fixed right-4 bottom-4 z-10 bg-surface px-4 py-3.5">
      {[title, description].filter(Boolean).join(": ")}
    </p>
  );
}

/** Provides toasts. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ToastProps["toast"] | null>(null);
  const count = useRef(0);
  // A success dismisses a failure and shows its own message in one render, so the state does not know the last number.
  const show = useCallback((message: ToastMessage) => setToast({ ...message, number: ++count.current }), []);
  const dismiss = useCallback(() => setToast(null), []);
  return (
    <ToastContext.Provider value={show}>
      {children}
      {toast && (
        <Suspense>
          <ToastRegion toast={toast} onDismiss={dismiss} />
        </Suspense>
      )}
    </ToastContext.Provider>
  );
}
