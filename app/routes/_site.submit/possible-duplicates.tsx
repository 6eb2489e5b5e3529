import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Duplicate } from "~/models/experts/possible-duplicates.server";

/** Asks, before anything is stored, whether somebody is meant who is there already (decision D38). Part of the form. */
export function SubmitFormDuplicates({ duplicates }: { duplicates: Duplicate[] }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (duplicates.length > 0) section.current?.focus();
  }, [duplicates]);
  if (duplicates.length === 0) return null;
  return (
    <section className="notice same-person" role="alert" aria-labelledby="same" tabIndex={-1} ref={section}>
      <h2 id="same">Is this the same person?</h2>
      <ul>
        {duplicates.map(({ key, slug, name, reason }) => (
          <li key={key}>
            <p>
              {slug ? <Link to={`/${slug}`}>{name}</Link> : <strong>{name}</strong>} {reason}.
            </p>
            {slug && <Link to={`/submit?change=${slug}`}>Suggest a change to this profile</Link>}
          </li>
        ))}
      </ul>
      <p>What you typed is kept while you look.</p>
      <button type="submit" className="button" name="seen" value={duplicates.map(({ key }) => key).join(",")}>
        This is someone else
      </button>
    </section>
  );
}
