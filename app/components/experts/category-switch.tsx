import { onIntent } from "~/components/layout/start-script";
import { Link } from "~/components/ui/link";
import { formatNumber } from "~/models/base/text/numbers";

interface Props {
  label: string;
  /** The entries in order; a count of null is not shown. */
  fields: { name: string; to: string; count: number | null; current: boolean }[];
}

/** Links to other lists, each with how many it leads to; those that lead to none are not shown. */
export function CategorySwitch({ label, fields }: Props) {
  return (
    <nav aria-label={label}>
      {fields
        .filter(({ count, current }) => count !== 0 || current)
        .map(({ name, to, count, current }) => (
          <Link key={to} to={to} aria-current={current ? "true" : undefined} prefetch={onIntent()} preventScrollReset>
            {`${name} `}
            {count !== null && <small>{formatNumber(count)}</small>}
          </Link>
        ))}
    </nav>
  );
}
