import { onIntent } from "~/components/layout/start-script";
import { Link } from "~/components/ui/link";
import { thousands } from "~/numbers";

interface Props {
  label: string;
  /** In order; a count of null is not shown. */
  chips: { name: string; to: string; count: number | null; current: boolean }[];
}

/** The fields as a row of links, each with how many experts it has for the present search. */
export function CategoryChips({ label, chips }: Props) {
  return (
    <nav className="chips" aria-label={label}>
      <ul>
        {chips.map(({ name, to, count, current }) => (
          <li key={to}>
            <Link to={to} aria-current={current ? "true" : undefined} prefetch={onIntent()} preventScrollReset>
              {name}
              {count !== null && <span className="count">{` ${thousands(count)}`}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
