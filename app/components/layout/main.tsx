import type { ReactNode } from "react";

/** The main part of a page, where "Skip to content" leads. */
export function Main({ className = "max-w-page", children }: { className?: string; children: ReactNode }) {
  return (
    <main id="main" className={`mx-auto min-h-[60vh] px-gutter pb-16 print:max-w-none print:p-0 ${className}`}>
      {children}
    </main>
  );
}
