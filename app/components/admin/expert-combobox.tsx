import { type InputHTMLAttributes, type KeyboardEvent, useRef, useState } from "react";
import { type ExpertMatch, useExpertMatches } from "./use-expert-matches";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  id: string;
  name: string;
  onChoose(match: ExpertMatch, input: HTMLInputElement, matches: ExpertMatch[]): void;
}

/** Holds the state of a combobox: the search with its matches, and whether the list is open. */
export function useExpertCombobox() {
  const search = useExpertMatches();
  const [isOpen, setOpen] = useState(false);
  return { ...search, isOpen, setOpen };
}

/** Renders a field that finds experts by a few letters: an editable combobox with a list (WAI-ARIA Authoring Practices). */
export function ExpertCombobox({
  combobox: { matches, searchedText, search, isOpen, setOpen },
  id,
  onChoose,
  ...input
}: Props & { combobox: ReturnType<typeof useExpertCombobox> }) {
  const [activeIndex, setActiveIndex] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const choose = (match: ExpertMatch) => {
    if (field.current) onChoose(match, field.current, matches);
    // At last, because a filled field sends an input event, which opens the list.
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const options = isOpen ? matches : [];
    // Enter takes the first match of these letters if no arrow key chose another.
    const chosenMatch =
      options[activeIndex] ?? (searchedText && searchedText === field.current?.value ? options[0] : undefined);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && matches.length > 0) {
      setOpen(true);
      // -1 stands for the field itself, which follows either end of the list.
      setActiveIndex((index) => ((index + 1 + step + matches.length + 1) % (matches.length + 1)) - 1);
    } else if (event.key === "Enter" && chosenMatch) choose(chosenMatch);
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
        aria-activedescendant={isShown && activeIndex >= 0 ? `match-${activeIndex}` : undefined}
        onInput={({ currentTarget }) => {
          search(currentTarget.value);
          setOpen(currentTarget.value.trim() !== "");
          setActiveIndex(-1);
        }}
        onKeyDown={onKeyDown}
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
        {matches.map((match, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, as a combobox's does
          <div
            key={match.id}
            id={`match-${index}`}
            role="option"
            className="cursor-pointer px-3 py-2 hover:bg-wash aria-selected:bg-wash"
            aria-selected={index === activeIndex}
            tabIndex={-1}
            // Clicking an option leaves the focus in the field.
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
