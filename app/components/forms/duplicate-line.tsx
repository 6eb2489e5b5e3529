import { Link } from "@remix-run/react";
import type { Duplicate } from "~/models/records/experts/possible-duplicates.server";

interface Props {
  duplicate: Duplicate;
  /** The address of the person or suggestion, or null if the reader may not see it. */
  to: string | null;
}

/** Shows a person who may be the same: the name, the reason, and details to recognise them by. */
export function DuplicateLine({ duplicate: { name, reason, about }, to }: Props) {
  return (
    <>
      <p>
        {to ? (
          <Link dir="auto" to={to}>
            {name}
          </Link>
        ) : (
          <strong dir="auto">{name}</strong>
        )}{" "}
        {reason}.
      </p>
      {about && (
        <p className="text-label text-muted" dir="auto">
          {about}
        </p>
      )}
    </>
  );
}
