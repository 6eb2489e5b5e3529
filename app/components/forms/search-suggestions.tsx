import { useNavigate } from "@remix-run/react";
import { useEffect, useId, useState } from "react";
import { TO_PROFILE } from "~/components/experts/profile-loading";
import { call } from "~/components/ui/api-client";

interface Suggestion {
  kind: "expert" | "topic" | "institution" | "article" | "search";
  name: string;
  note: string;
  address: string;
}

const PAUSE_MS = 150;

/** Suggests people, topics, institutions and articles as the list of a combobox (ARIA Authoring Practices, "List Autocomplete with Manual Selection"). */
export default function SearchSuggestions({
  input,
  text,
  onOpen,
}: {
  input: HTMLInputElement;
  text: string;
  onOpen: () => void;
}) {
  const id = useId();
  const navigate = useNavigate();
  const suggestions = useSuggestions(text);
  const [chosenAddress, setChosenAddress] = useState<string>();
  const [closedText, setClosedText] = useState<string | null>(null);
  const offers = closedText === text ? [] : suggestions;
  // The choice stays if the next list contains it.
  const activeIndex = offers.findIndex(({ address }) => address === chosenAddress);
  const setActiveIndex = (place: number) => setChosenAddress(offers[place]?.address);
  const openSuggestion = ({ kind, address }: Suggestion) => {
    onOpen();
    navigate(address, kind === "expert" ? { state: TO_PROFILE } : undefined);
  };

  useEffect(
    () => setComboboxAttributes(input, id, offers.length > 0, activeIndex),
    [input, id, offers.length, activeIndex],
  );
  useEffect(() => {
    const close = () => setClosedText(text);
    const onKey = (event: KeyboardEvent) => {
      if (offers.length === 0 || event.isComposing) return;
      const chosenSuggestion = offers[activeIndex];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setActiveIndex(((activeIndex + 1 + step + offers.length + 1) % (offers.length + 1)) - 1);
      else if (event.key === "Escape") close();
      else if (event.key === "Enter" && chosenSuggestion) openSuggestion(chosenSuggestion);
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

  if (offers.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="absolute inset-x-0 z-5 rounded-lg border border-edge bg-surface py-1 [box-shadow:var(--shadow-popover)]"
    >
      {offers.map((offer, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search box listens to keys
        // biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus
        <div
          key={offer.address}
          id={`${id}${index}`}
          role="option"
          aria-selected={index === activeIndex}
          className={`cursor-pointer px-3 py-2 ${index === activeIndex ? "bg-wash" : ""}`}
          onPointerEnter={() => setActiveIndex(index)}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => openSuggestion(offer)}
        >
          <span className="block font-semibold" dir="auto">
            {offer.name}
          </span>
          <span className="line-clamp-1 text-sm text-muted">
            {KIND_PREFIXES[offer.kind]}
            <bdi>{offer.note}</bdi>
          </span>
        </div>
      ))}
    </div>
  );
}

/** The prefix of the note of each kind. */
const KIND_PREFIXES = { expert: "", topic: "Topic: ", institution: "Institution: ", article: "", search: "" };

/** Returns the best matches for a text. The former matches stay while new ones are loading. */
function useSuggestions(text: string): Suggestion[] {
  const [offers, setOffers] = useState<Suggestion[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const address = `/api/offers?${new URLSearchParams({ q: text })}`;
      const answer = await call<{ offers: Suggestion[] }>(address).catch(() => ({ offers: [] }));
      if (isCurrent) setOffers(answer.offers);
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return offers;
}

/** Sets the ARIA attributes of the search box: its list and the active option. Returns a function that removes them. */
function setComboboxAttributes(
  input: HTMLInputElement,
  listId: string,
  isOpen: boolean,
  activeIndex: number,
): () => void {
  const attributes: Record<string, string> = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": String(isOpen),
    ...(isOpen && { "aria-controls": listId }),
    ...(isOpen && activeIndex >= 0 && { "aria-activedescendant": `${listId}${activeIndex}` }),
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  return () => {
    for (const name of Object.keys(attributes)) input.removeAttribute(name);
  };
}
