import type { ReactNode } from "react";

/** Renders a section of the account page. On a wide screen its title stands beside it. */
export function AccountSection({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} className="mt-8 border-t border-line pt-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-12">
      <h2 className="mb-3 text-xl">{title}</h2>
      <div>{children}</div>
    </section>
  );
}
