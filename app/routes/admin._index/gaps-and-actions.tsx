import { ButtonLink } from "~/components/ui/button";
import { Age } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { latestActions } from "~/models/whole/dashboard/statistics.server";
import type { WorstGap } from "~/models/whole/dashboard/worst-gaps.server";

/** Lists the most frequent gaps, each with a button that starts to work through it. */
export function WorstGaps({ gaps }: { gaps: WorstGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <section aria-labelledby="gaps">
      <h2 id="gaps">Most frequent gaps</h2>
      <ul className="grid gap-3 md:grid-cols-3">
        {gaps.map(({ gap, label, count }) => (
          <li
            key={gap}
            className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line bg-surface px-4 py-3"
          >
            <span>
              <Link to={`/admin/experts?gap=${gap}`} className="underline">
                {label}
              </Link>
              <br />
              <small className="text-muted">
                {count.toLocaleString("en")} {count === 1 ? "person" : "people"}
              </small>
            </span>
            <ButtonLink small quiet to={`/admin/gaps/${gap}`} aria-label={`Start: ${label}`}>
              Start
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns an action without the name in front of it, such as "published" for "starter profiles published". */
function withoutSubject(action: string, subject: string): string {
  const isRepeated = action.toLowerCase().startsWith(`${subject.toLowerCase()} `);
  return isRepeated ? action.slice(subject.length).trim() : action;
}

/** Lists the latest actions of editors and admins. */
export function RecentActions({ entries }: { entries: Awaited<ReturnType<typeof latestActions>> }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="lately">
      <h2 id="lately">Recent actions</h2>
      <ul className="max-w-192 text-sm">
        {entries.map(({ rowId, at, userName, action, subjectName }) => (
          <li key={rowId} className="flex flex-wrap gap-x-2 border-line py-1 not-first:border-t">
            <bdi className="font-semibold">{subjectName || "The site"}</bdi>
            <span>{withoutSubject(action, subjectName)}</span>
            <span className="text-muted">
              by <bdi>{userName}</bdi>, <Age time={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
