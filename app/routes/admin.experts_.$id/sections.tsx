import { Outlet, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Link } from "~/components/ui/link";
import type { SectionLine } from "~/models/whole/sections/sections.server";

interface Props {
  /** The address of the expert's editor. */
  path: string;
  lines: SectionLine[];
}

/** Lists the sections of an expert with their state. The section in the address is a child route and opens below. */
export function Sections({ path, lines }: Props) {
  const { pathname } = useLocation();
  const openSection = lines.find(({ to }) => to === pathname.replace(/\/$/, ""));
  return (
    <>
      <nav aria-label="Sections of the profile" className="mb-4 border-t border-line md:grid md:grid-cols-2 md:gap-x-8">
        {lines.map(({ to, label, state }) => (
          <Link
            key={to}
            to={to === openSection?.to ? path : to}
            preventScrollReset
            aria-expanded={to === openSection?.to}
            className="group flex min-h-11 items-baseline gap-3 border-b border-line py-1.5 text-ink hover:bg-wash hover:no-underline aria-expanded:bg-wash md:min-h-8"
          >
            <span
              aria-hidden="true"
              className="text-muted transition-transform group-aria-expanded:rotate-90 motion-reduce:transition-none"
            >
              ›
            </span>
            <span className="w-32 flex-none md:w-48 font-semibold">{label}</span>
            <span className="min-w-0 text-sm md:truncate text-muted" title={state}>
              {state}
            </span>
          </Link>
        ))}
      </nav>
      {openSection && <OpenSection key={openSection.to} path={path} {...openSection} />}
    </>
  );
}

function OpenSection({ path, label }: SectionLine & { path: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { top = 0, bottom = 0 } = heading.current?.getBoundingClientRect() ?? {};
    if (top < 0 || bottom > window.innerHeight - MIN_VISIBLE_HEIGHT) heading.current?.scrollIntoView();
  }, []);
  return (
    <section
      aria-labelledby="open-section"
      data-own-fields=""
      className="mt-0 mb-6 rounded-xl border border-edge bg-surface px-4.5 py-3.5 [&_h3]:text-base"
    >
      <header className="mb-2 flex items-baseline justify-between gap-4">
        {/* `data-first` moves the focus here after the section was opened. */}
        <h2 id="open-section" ref={heading} tabIndex={-1} data-first="" className="my-0 scroll-mt-4 text-lg">
          {label}
        </h2>
        <Link to={path} preventScrollReset className="text-sm underline">
          Close<span className="sr-only"> {label}</span>
        </Link>
      </header>
      <Outlet />
    </section>
  );
}

/** The height in pixels of a section that must be visible without scrolling. */
const MIN_VISIBLE_HEIGHT = 240;
