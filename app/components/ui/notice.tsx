import type { ReactNode } from "react";

/** A page that says one thing: nothing here, not found, failed, done. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="statement">
      <h1>{title}</h1>
      {children}
    </section>
  );
}
