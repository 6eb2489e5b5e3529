import { Link } from "~/components/ui/link";
import { categories } from "~/models/records/listings/categories";

/** Links to the categories; with `withAll`, also to the list of all experts. */
export function FieldList({ withAll = false, className }: { withAll?: boolean; className?: string }) {
  return (
    <ul className={className}>
      {withAll && (
        <li>
          <Link to="/directory">All Experts</Link>
        </li>
      )}
      {categories.map(({ slug, label }) => (
        <li key={slug}>
          <Link to={`/directory/${slug}`}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}
