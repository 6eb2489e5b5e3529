import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";

export interface ExpertMatch {
  id: string;
  slug: string;
  name: string;
  title: string;
}

/** Time after the last key before experts are looked for. */
const WAIT_MS = 250;
/** So many are offered. */
export const MAX_MATCHES = 8;

/** Experts found by what is being typed: `look` for it, and `matches` follow once typing pauses. */
export function useExpertMatches() {
  const [matches, setMatches] = useState<ExpertMatch[]>([]);
  /** What the matches are for. */
  const [found, setFound] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef("");
  const known = useRef(matches);
  known.current = matches;
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = useCallback((value: string) => {
    clearTimeout(timer.current);
    latest.current = value;
    // What was chosen from the list is found already.
    if (!value.trim() || known.current.some(({ name }) => name === value)) return;
    timer.current = setTimeout(async () => {
      const query = new URLSearchParams({ search: value, limit: String(MAX_MATCHES) });
      const answer = await call<{ experts: ExpertMatch[] }>(`/api/experts/paginated?${query}`).catch(() => null);
      // Without the list the name can still be typed.
      if (!answer || latest.current !== value) return;
      setMatches(answer.experts);
      setFound(value);
    }, WAIT_MS);
  }, []);
  return { matches, found, look };
}
