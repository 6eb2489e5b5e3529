import { prefetchMode } from "~/components/layout/start-script";
import { Link } from "~/components/ui/link";
import { formatNumber } from "~/models/base/text/numbers";

interface Props {
  label: string;
  /** The links in order. A count of null is hidden. */
  links: { name: string; to: string; count: number | null; isCurrent: boolean }[];
}

/** Links to other lists, each with the length of its list. Links to empty lists are hidden. */
export function CategorySwitch({ label, links }: Props) {
  return (
    <nav aria-label={label}>
      {links
        .filter(({ count, isCurrent }) => count !== 0 || isCurrent)
        .map(({ name, to, count, isCurrent }) => (
          <Link
            key={to}
            to={to}
            aria-current={isCurrent ? "true" : undefined}
            prefetch={prefetchMode()}
            preventScrollReset
          >
            {`${name} `}
            {count !== null && <small>{formatNumber(count)}</small>}
          </Link>
        ))}
    </nav>
  );
}
