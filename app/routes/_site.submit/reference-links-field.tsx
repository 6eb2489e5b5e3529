import { useEffect, useRef, useState } from "react";
import { parseReferenceLink } from "~/models/experts/texts";
import { INTENT } from "~/models/submissions/fields";

interface Props {
  label: string;
  /** As they are stored: a url, or `label|url` from a profile. */
  links: string[];
  /** What stands beside Add at first. */
  typed: string;
  error?: string;
}

/** A list of links that grows by the Add button and shrinks by the one beside each link (public-side.md §2). */
export function SubmitFormLinks({ label, links, typed, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // Without scripts the button has to work, so it is only they that disable it.
  const [empty, setEmpty] = useState(false);
  const look = () => setEmpty(input.current?.value.trim() === "");
  useEffect(look, []);
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor="referenceLinks">{label}</label>
      <ul className="links" aria-live="polite">
        {links.map((link) => (
          <li key={link}>
            <input type="hidden" name="referenceLinks[]" value={link} />
            <span>{parseReferenceLink(link)?.url ?? link}</span>
            <button type="submit" className="link" name={INTENT} value={`remove-link ${link}`}>
              Remove<span className="sr-only"> {link}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="adding">
        <input
          ref={input}
          id="referenceLinks"
          name="newLink"
          type="url"
          inputMode="url"
          placeholder="https://"
          defaultValue={typed}
          onInput={look}
          aria-describedby={error ? "referenceLinks-error referenceLinks-hint" : "referenceLinks-hint"}
          aria-invalid={error ? true : undefined}
        />
        <button type="submit" className="button quiet" name={INTENT} value="add-link" disabled={empty}>
          Add
        </button>
      </div>
      <p className="hint" id="referenceLinks-hint">
        The official website first, then pages that support what you wrote. At least one.
      </p>
      {error && (
        <p className="error" id="referenceLinks-error">
          {error}
        </p>
      )}
    </div>
  );
}
