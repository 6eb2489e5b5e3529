import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { DuplicateLine } from "~/components/forms/duplicate-line";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import type { Duplicate } from "~/models/records/experts/possible-duplicates.server";

export function SubmitFormDuplicates({ duplicates }: { duplicates: Duplicate[] }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (duplicates.length > 0) section.current?.focus();
  }, [duplicates]);
  if (duplicates.length === 0) return null;
  return (
    <Notice tone="caution" as="section" role="alert" aria-labelledby="same" tabIndex={-1} ref={section}>
      <h2 id="same">Is this the same person?</h2>
      <ul>
        {duplicates.map((duplicate) => (
          <li key={duplicate.key} className="mb-3">
            <DuplicateLine duplicate={duplicate} to={duplicate.slug && `/${duplicate.slug}`} />
            {duplicate.slug && <Link to={`/submit?change=${duplicate.slug}`}>Suggest a change to this profile</Link>}
          </li>
        ))}
      </ul>
      <p>Your text stays here while you look.</p>
      <Button type="submit" className="mt-3" name="seen" value={duplicates.map(({ key }) => key).join(",")}>
        This is someone else
      </Button>
    </Notice>
  );
}
