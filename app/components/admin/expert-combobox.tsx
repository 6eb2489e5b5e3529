import { type InputHTMLAttributes, type KeyboardEvent, useRef, useState } from "react";
import { type ExpertMatch, useExpertMatches } from "./use-expert-matches";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  id: string;
  name: string;
  onChoose(match: ExpertMatch, input: HTMLInputElement, matches: ExpertMatch[]): void;
}

/** Keeps the search of a combobox: `searched` is the text that the matches belong to, or "". */
export function useExpertCombobox() {
  const search = useExpertMatches();
  const [isOpen, setOpen] = useState(false);
  return { ...search, isOpen, setOpen };
}

/** A field in which experts are found by a few letters: an editable combobox with a list (WAI-ARIA Authoring Practices). */
export function ExpertCombobox({
  box: { matches, found, look, isOpen, setOpen },
  id,
  onChoose,
  ...input
}: Props & { box: ReturnType<typeof useExpertCombobox> }) {
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const choose = (match: ExpertMatch) => {
    setOpen(false);
    if (field.current) onChoose(match, field.current, matches);
  };
  const press = (event: KeyboardEvent) => {
    const offered = isOpen ? matches : [];
    // Without a choice by the arrows it is the first of what was found for these letters.
    const chosen = offered[active] ?? (found && found === field.current?.value ? offered[0] : undefined);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && matches.length > 0) {
      setOpen(true);
      // Past either end it is the field itself.
      setActive((now) => ((now + 1 + step + matches.length + 1) % (matches.length + 1)) - 1);
    } else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape" && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };
  const isShown = isOpen && matches.length > 0;
  return (
    <>
      <input
        ref={field}
        id={id}
        autoComplete="off"
        dir="auto"
        maxLength={200}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-matches`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `match-${active}` : undefined}
        onInput={({ currentTarget }) => {
          look(currentTarget.value);
          setOpen(currentTarget.value.trim() !== "");
          setActive(-1);
        }}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
        {...input}
      />
      <div
        className="absolute inset-x-0 top-full z-3 rounded-md border border-edge bg-surface [box-shadow:var(--shadow-popover)]"
        id={`${id}-matches`}
        role="listbox"
        tabIndex={-1}
        aria-label="Experts"
        hidden={!isShown}
      >
        {matches.map((match, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, as a combobox's does
          <div
            key={match.id}
            id={`match-${place}`}
            role="option"
            className="cursor-pointer px-3 py-2 hover:bg-wash aria-selected:bg-wash"
            aria-selected={place === active}
            tabIndex={-1}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(match)}
          >
            <strong className="block" dir="auto">
              {match.name}
            </strong>
            <small className="block" dir="auto">
              {match.title}
            </small>
          </div>
        ))}
      </div>
    </>
  );
}
