import { prefetchMode } from "~/components/layout/start-script";
import { PILL_CLASS } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Count } from "~/components/ui/page-header";
import { formatNumber } from "~/models/base/text/numbers";

interface Props {
  label: string;
  /** The links in order. A count of null is hidden. */
  chips: { name: string; to: string; count: number | null; isCurrent: boolean }[];
}

/** Renders a row of links to lists, each with the length of its list. Links to empty lists are hidden. */
export function CategoryChips({ label, chips }: Props) {
  return (
    <nav className="mt-3.5" aria-label={label}>
      <ul className="flex flex-wrap gap-1.5 py-1">
        {chips
          .filter(({ count, isCurrent }) => count !== 0 || isCurrent)
          .map(({ name, to, count, isCurrent }) => (
            <li key={to}>
              <Link
                className={`${PILL_CLASS} whitespace-nowrap ${isCurrent ? "border-accent bg-wash font-semibold" : "border-line bg-surface"}`}
                to={to}
                aria-current={isCurrent ? "true" : undefined}
                prefetch={prefetchMode()}
                preventScrollReset
              >
                {name}
                {count !== null && <Count>{` ${formatNumber(count)}`}</Count>}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
