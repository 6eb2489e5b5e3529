import type { ReactNode } from "react";
import { PILL } from "./button";
import { Link } from "./link";

/** What narrows a list, as a link that takes it away. */
export function ActiveFilter({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Link className={`${PILL} border-accent bg-surface`} to={to} aria-label={label}>
      {children} <span aria-hidden="true">×</span>
    </Link>
  );
}
