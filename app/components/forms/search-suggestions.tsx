import { useNavigate } from "@remix-run/react";
import { useEffect, useId, useState } from "react";
import { TO_PROFILE } from "~/components/experts/profile-loading";
import { call } from "~/components/ui/api-client";
import { listAddress } from "~/models/experts/list-address";

interface Suggestion {
  slug: string;
  name: string;
  title: string;
}

const MOST = 6;
const PAUSE_MS = 150;

/** Experts that match what is typed, as the list of a combobox (ARIA Authoring Practices, "List Autocomplete with Manual Selection"). */
export default function SearchSuggestions({ input, text }: { input: HTMLInputElement; text: string }) {
  const id = useId();
  const navigate = useNavigate();
  const found = useSuggestions(text);
  const [chosenSlug, setChosenSlug] = useState<string>();
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const experts = closedFor === text ? [] : found;
  // The choice stays when another list with the same expert comes.
  const active = experts.findIndex(({ slug }) => slug === chosenSlug);
  const setActive = (place: number) => setChosenSlug(experts[place]?.slug);
  const open = (expert: Suggestion) => navigate(`/${expert.slug}`, { state: TO_PROFILE });

  useEffect(() => describe(input, id, experts.length > 0, active), [input, id, experts.length, active]);
  useEffect(() => {
    const close = () => setClosedFor(text);
    const onKey = (event: KeyboardEvent) => {
      if (experts.length === 0 || event.isComposing) return;
      const chosen = experts[active];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setActive(((active + 1 + step + experts.length + 1) % (experts.length + 1)) - 1);
      else if (event.key === "Escape") close();
      else if (event.key === "Enter" && chosen) open(chosen);
      else return;
      event.preventDefault();
    };
    input.addEventListener("keydown", onKey);
    input.addEventListener("blur", close);
    return () => {
      input.removeEventListener("keydown", onKey);
      input.removeEventListener("blur", close);
    };
  });

  if (experts.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Experts"
      className="absolute inset-x-0 z-5 rounded-lg border border-edge bg-surface py-1 [box-shadow:var(--shadow-popover)]"
    >
      {experts.map((expert, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search box listens to keys
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={expert.slug}
          id={`${id}${place}`}
          role="option"
          aria-selected={place === active}
          className={`cursor-pointer px-3 py-2 ${place === active ? "bg-wash" : ""}`}
          onPointerEnter={() => setActive(place)}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => open(expert)}
        >
          <span className="block font-semibold">{expert.name}</span>
          <span className="line-clamp-1 text-sm text-muted">{expert.title}</span>
        </div>
      ))}
    </div>
  );
}

/** The experts that match a text best; the former ones while the new ones are on their way. */
function useSuggestions(text: string): Suggestion[] {
  const [experts, setExperts] = useState<Suggestion[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const address = listAddress("/api/experts/paginated", { search: text });
      const list = await call<{ experts: Suggestion[] }>(`${address}&limit=${MOST}`).catch(() => ({ experts: [] }));
      if (isCurrent) setExperts(list.experts);
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return experts;
}

/** Says of the search box that it has a list, and which of its options is the active one. */
function describe(input: HTMLInputElement, listId: string, isOpen: boolean, active: number): () => void {
  const attributes: Record<string, string> = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": String(isOpen),
    ...(isOpen && { "aria-controls": listId }),
    ...(isOpen && active >= 0 && { "aria-activedescendant": `${listId}${active}` }),
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  return () => {
    for (const name of Object.keys(attributes)) input.removeAttribute(name);
  };
}
