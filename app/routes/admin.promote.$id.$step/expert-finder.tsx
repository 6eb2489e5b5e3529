import { useSubmit } from "@remix-run/react";
import { type KeyboardEvent, useRef, useState } from "react";
import { type ExpertMatch, useExpertMatches } from "~/components/admin/use-expert-matches";
import { Button } from "~/components/ui/button";

interface Props {
  /** What was searched for without scripts, and what was found. */
  search: string;
  matches: ExpertMatch[];
  error: string | undefined;
}

/** Finds an expert while one types (row PW02); without scripts by a button, with what is found below it. */
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
    const chosen = offered[active];
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
    <div className={error ? "field finder wrong" : "field finder"}>
      <label htmlFor="expert">Search experts</label>
      <div className="search">
        <input
          ref={input}
          id="expert"
          type="search"
          name="search"
          defaultValue={search}
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
        <div id="expert-matches" role="listbox" tabIndex={-1} aria-label="Experts" hidden={!isShown}>
          {found.matches.map((match, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, as a combobox's does
            <div
              key={match.id}
              id={`match-${place}`}
              role="option"
              aria-selected={place === active}
              tabIndex={-1}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(match)}
            >
              <strong>{match.name}</strong>
              <small>{match.title}</small>
            </div>
          ))}
        </div>
      </div>
      <p className="hint" id="expert-hint">
        By name, title, contribution or field of work.
      </p>
      {error && (
        <p className="error" id="expert-error">
          {error}
        </p>
      )}
      <p className="found" role="status">
        {isOpen && found.found && told(found.matches.length)}
        {!isOpen && search && matches.length === 0 && told(0)}
      </p>
      {!isOpen && matches.length > 0 && (
        <ul className="matches">
          {matches.map(({ id, name, title, slug }) => (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <p className="hint">{title}</p>
              </div>
              <Button type="submit" quiet small name="expert" value={id} aria-label={`Choose ${name}, /${slug}`}>
                Choose
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function told(count: number): string {
  if (count === 0) return "No experts found. Try adjusting your search.";
  return count === 1 ? "1 expert found." : `${count} experts found.`;
}
