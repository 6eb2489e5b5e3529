import { categories } from "~/models/categories";
import { Link } from "./link";

/** The fields as links, the same on every page; the server has their HTML ready. */
export function FieldList({ withAll = false, className }: { withAll?: boolean; className?: string }) {
  if (typeof document === "undefined") {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: made here, from a list of ours
    return <ul className={className} dangerouslySetInnerHTML={{ __html: HTML[withAll ? "withAll" : "fields"] }} />;
  }
  return (
    <ul className={className}>
      {linksOf(withAll).map(({ to, label }) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}

function linksOf(withAll: boolean): { to: string; label: string }[] {
  const fields = categories.map(({ slug, label }) => ({ to: `/directory/${slug}`, label }));
  return withAll ? [{ to: "/directory", label: "All Experts" }, ...fields] : fields;
}

function htmlOf(withAll: boolean): string {
  return linksOf(withAll)
    .map(({ to, label }) => `<li><a href="${to}">${label.replaceAll("&", "&amp;")}</a></li>`)
    .join("");
}

const HTML = { withAll: htmlOf(true), fields: htmlOf(false) };
