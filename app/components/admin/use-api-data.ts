import { useEffect, useState } from "react";
import { call, failureReason } from "~/components/ui/api-client";

/**
 * What a call answers, for a dialog that shows it: asked for when there is a path, and anew after `reload()`, during which
 * the answer before stays.
 *
 * @returns `data` undefined until it is there; `failure` in words, "" for none.
 */
export function useApiData<T>(path: string | null) {
  const [found, setFound] = useState<{ path: string; data?: T; failure: string } | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same once more.
  useEffect(() => {
    if (!path) return;
    let isOver = false;
    const show = (outcome: { data?: T; failure: string }) => !isOver && setFound({ path, ...outcome });
    call<T>(path).then(
      (data) => show({ data, failure: "" }),
      (error) => show({ failure: failureReason(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [path, round]);
  const { data, failure = "" } = (found?.path === path && found) || {};
  return { data, failure, reload: () => setRound((before) => before + 1) };
}
