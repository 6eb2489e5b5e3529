import type { ReactNode } from "react";
import { PILL_CLASS } from "~/components/ui/button";
import { Link } from "~/components/ui/link";

interface Props {
  title: ReactNode;
  /** Links to the parent pages, above the title. */
  crumbs?: ReactNode;
  lead?: ReactNode;
  /** The search, filters and buttons of the page. */
  children?: ReactNode;
}

/** Renders the head of a public page. */
export function PageHeader({ title, crumbs, lead, children }: Props) {
  return (
    <header className="pt-7">
      {crumbs && <p className="mb-1 text-sm">{crumbs}</p>}
      <h1 className="mb-3">{title}</h1>
      {lead && <Lead>{lead}</Lead>}
      {children}
    </header>
  );
}

/** Renders one or two sentences below a title. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className="mb-4 max-w-measure text-lg text-muted [&_a]:underline">{children}</p>;
}

/** Renders the line above a list, with its length and the page number. */
export function ListHeader({ children }: { children: ReactNode }) {
  return (
    <div
      className="list-head mt-5 mb-3 flex min-h-8 flex-wrap items-baseline justify-between gap-x-4 gap-y-2 [&>a]:underline [&>p]:text-muted"
      aria-live="polite"
    >
      {children}
    </div>
  );
}

/** Renders a number beside a name. */
export function Count({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>;
}

/** Replaces an empty list. */
export function EmptyState({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-xl border border-dashed border-edge px-4 py-10 text-center [&_p]:my-3">{children}</div>
  );
}

/** Shows an active filter as a link that removes it. */
export function ActiveFilter({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Link className={`${PILL_CLASS} border-accent bg-surface`} to={to} aria-label={label}>
      {children} <span aria-hidden="true">×</span>
    </Link>
  );
}
