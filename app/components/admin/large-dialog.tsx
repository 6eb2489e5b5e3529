import { type ReactNode, useEffect, useId, useState } from "react";
import { PageLine } from "~/components/admin/page-parts";
import { call, failureReason } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import { useDialog } from "./dialog";

interface Props {
  isOpen: boolean;
  title: string;
  /** The error message, shown in place of the content; "" for no failure. */
  failure?: string;
  onClose(): void;
  /** The content, or undefined while it is loading. */
  children: ReactNode;
}

/** Renders a large dialog over the library's lists. */
export function LargeDialog({ isOpen, title, failure = "", onClose, children }: Props) {
  const dialog = useDialog(isOpen);
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(52rem,calc(100vw-2rem))] overflow-y-auto rounded-xl border border-edge bg-surface px-6 py-5 text-ink backdrop:bg-[rgb(0_0_0/0.45)]"
      aria-labelledby={id}
      onClose={onClose}
    >
      <PageLine className="flex-nowrap">
        <h2 id={id} dir="auto">
          {title}
        </h2>
        <Button type="button" quiet small onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </PageLine>
      {failure ? <p role="alert">{failure}</p> : (children ?? <p role="status">Loading…</p>)}
    </dialog>
  );
}

/**
 * Fetches the answer of a JSON call when there is a path, and again after `reload()`. The former answer stays meanwhile.
 *
 * @returns `data`, undefined until the answer arrives; `failure`, the error message or "".
 */
export function useApiData<T>(path: string | null) {
  const [answer, setAnswer] = useState<{ path: string; data?: T; failure: string } | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round repeats the call.
  useEffect(() => {
    // Something closed and opened again may have changed meanwhile.
    if (!path) return setAnswer(null);
    let isCancelled = false;
    const show = (outcome: { data?: T; failure: string }) => !isCancelled && setAnswer({ path, ...outcome });
    call<T>(path).then(
      (data) => show({ data, failure: "" }),
      (error) => show({ failure: failureReason(error) }),
    );
    return () => {
      isCancelled = true;
    };
  }, [path, round]);
  const { data, failure = "" } = (answer?.path === path && answer) || {};
  return { data, failure, reload: () => setRound((number) => number + 1) };
}
