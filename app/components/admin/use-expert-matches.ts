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
  /** The text that the matches belong to. */
  const [searched, setSearched] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef("");
  const latestMatches = useRef(matches);
  latestMatches.current = matches;
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = useCallback((value: string) => {
    clearTimeout(timer.current);
    latest.current = value;
    // A name that was chosen from the list needs no search.
    if (!value.trim() || latestMatches.current.some(({ name }) => name === value)) return;
    timer.current = setTimeout(async () => {
      const query = new URLSearchParams({ search: value, limit: String(MAX_MATCHES) });
      const answer = await call<{ experts: ExpertMatch[] }>(`/api/experts/paginated?${query}`).catch(() => null);
      // Without the list the name can still be typed.
      if (!answer || latest.current !== value) return;
      setMatches(answer.experts);
      setSearched(value);
    }, WAIT_MS);
  }, []);
  return { matches, found: searched, look };
}
