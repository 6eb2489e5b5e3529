import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "~/components/ui/api-client";

export interface ExpertMatch {
  id: string;
  slug: string;
  name: string;
  title: string;
}

/** Milliseconds between the last key press and the search. */
const WAIT_MS = 250;
/** The number of experts that the list offers at most. */
export const MAX_MATCHES = 8;

/** Searches experts while somebody types: call `search` with each text, and `matches` follow once typing pauses. */
export function useExpertMatches() {
  const [matches, setMatches] = useState<ExpertMatch[]>([]);
  /** The text that the matches belong to, or "". */
  const [searchedText, setSearchedText] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latestText = useRef("");
  const latestMatches = useRef(matches);
  latestMatches.current = matches;
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = useCallback((value: string) => {
    clearTimeout(timer.current);
    latestText.current = value;
    // A name that the reader chose from the list needs no search.
    if (!value.trim() || latestMatches.current.some(({ name }) => name === value)) return;
    timer.current = setTimeout(async () => {
      const query = new URLSearchParams({ search: value, limit: String(MAX_MATCHES) });
      const answer = await call<{ experts: ExpertMatch[] }>(`/api/experts/paginated?${query}`).catch(() => null);
      // If the search fails, the name can still be typed.
      if (!answer || latestText.current !== value) return;
      setMatches(answer.experts);
      setSearchedText(value);
    }, WAIT_MS);
  }, []);
  return { matches, searchedText, search };
}
