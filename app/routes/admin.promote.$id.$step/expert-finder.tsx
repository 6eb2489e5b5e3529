import { useSubmit } from "@remix-run/react";
import { type KeyboardEvent, useRef, useState } from "react";
import { PlainField } from "~/components/admin/field-group";
import { Matches, ResultCount } from "~/components/admin/page-parts";
import { ErrorText, Hint } from "~/components/admin/text";
import { type ExpertMatch, useExpertMatches } from "~/components/admin/use-expert-matches";
import { Button } from "~/components/ui/button";

interface Props {
  /** What was searched for without scripts, and what was found. */
  search: string;
  matches: ExpertMatch[];
  error: string | undefined;
}

export function ExpertFinder({ search, matches, error }: Props) {
  const found = useExpertMatches();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const submit = useSubmit();
  const choose = ({ id }: ExpertMatch) => {
    const form = input.current?.form;
    if (!form) return;
    const fields = new FormData(form);
    fields.delete("search");
    fields.set("expert", id);
    setOpen(false);
    submit(fields, { method: "post", action: form.getAttribute("action") ?? undefined, preventScrollReset: true });
  };
  const press = (event: KeyboardEvent) => {
    const offered = isOpen ? found.matches : [];
    // Without a choice by the arrows it is the first of what was found for these letters.
    const isFound = found.found === input.current?.value;
    const chosen = offered[active] ?? (isFound ? offered[0] : undefined);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.matches.length > 0) {
      setOpen(true);
      // Past either end it is the field itself.
      setActive((now) => ((now + 1 + step + found.matches.length + 1) % (found.matches.length + 1)) - 1);
    } else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape" && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };
  const isShown = isOpen && found.matches.length > 0;
  return (
    <PlainField>
      <label htmlFor="expert">Search experts</label>
      <div className="relative flex max-w-144 gap-2">
        <input
          ref={input}
          id="expert"
          type="search"
          name="search"
          defaultValue={search}
          // Nothing can be done in this step before somebody is chosen.
          data-first=""
          autoComplete="off"
          maxLength={200}
          role="combobox"
          aria-expanded={isShown}
          aria-controls="expert-matches"
          aria-autocomplete="list"
          aria-activedescendant={isShown && active >= 0 ? `match-${active}` : undefined}
          aria-describedby={error ? "expert-error expert-hint" : "expert-hint"}
          aria-invalid={error ? true : undefined}
          onInput={({ currentTarget }) => {
            found.look(currentTarget.value);
            setOpen(currentTarget.value.trim() !== "");
            setActive(-1);
          }}
          onKeyDown={press}
          onBlur={() => setOpen(false)}
        />
        <Button type="submit" quiet className="script:hidden">
          Search
        </Button>
        <div
          className="absolute inset-x-0 top-full z-3 rounded-md border border-edge bg-surface [box-shadow:var(--shadow-popover)]"
          id="expert-matches"
          role="listbox"
          tabIndex={-1}
          aria-label="Experts"
          hidden={!isShown}
        >
          {found.matches.map((match, place) => (
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
              <strong className="block">{match.name}</strong>
              <small className="block">{match.title}</small>
            </div>
          ))}
        </div>
      </div>
      <Hint id="expert-hint">By name, title, contribution or field of work.</Hint>
      {error && <ErrorText id="expert-error">{error}</ErrorText>}
      <ResultCount className="empty:m-0 empty:min-h-0" role="status">
        {isOpen && found.found && foundText(found.matches.length)}
        {!isOpen && search && matches.length === 0 && foundText(0)}
      </ResultCount>
      {!isOpen && matches.length > 0 && (
        <Matches>
          {matches.map(({ id, name, title, slug }) => (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <Hint>{title}</Hint>
              </div>
              <Button type="submit" quiet small name="expert" value={id} aria-label={`Choose ${name}, /${slug}`}>
                Choose
              </Button>
            </li>
          ))}
        </Matches>
      )}
    </PlainField>
  );
}

function foundText(count: number): string {
  if (count === 0) return "No experts found. Try adjusting your search.";
  return count === 1 ? "1 expert found." : `${count} experts found.`;
}
