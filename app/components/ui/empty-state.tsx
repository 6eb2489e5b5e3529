import type { ReactNode } from "react";

/** In place of a list without anything in it. */
export function EmptyState({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-xl border border-dashed border-edge px-4 py-10 text-center [&_p]:my-3">{children}</div>
  );
}
