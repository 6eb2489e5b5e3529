import * as Toast from "@radix-ui/react-toast";

export interface ToastMessage {
  title: string;
  description?: string;
  /** A failure is announced at once; anything else waits for the reader to pause. */
  failure?: boolean;
}

export interface ShownToast extends ToastMessage {
  /** Tells one toast from the next with the same words. */
  number: number;
}

/** Shown for 5000 ms, swiped away to the right past 50 px, F8 moves the focus here (public-side.md §9). */
export default function ToastRegion({ toast }: { toast: ShownToast }) {
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      <Toast.Root
        key={toast.number}
        className={toast.failure ? "toast failure" : "toast"}
        type={toast.failure ? "foreground" : "background"}
      >
        <Toast.Title asChild>
          <strong>{toast.title}</strong>
        </Toast.Title>
        {toast.description && (
          <Toast.Description asChild>
            <p>{toast.description}</p>
          </Toast.Description>
        )}
        <Toast.Close aria-label="Close">×</Toast.Close>
      </Toast.Root>
      <Toast.Viewport className="toasts" hotkey={["F8"]} />
    </Toast.Provider>
  );
}
