import type { ReactNode } from "react";
import { useSite } from "~/components/layout/use-site";
import { Link } from "~/components/ui/link";
import { Palette, usePalette } from "./palette";
import { PlaceTabs } from "./place-tabs";
import { ConfirmedNotice, RestoredNotice, ResumedForm } from "./resumed-form";
import { SideBar } from "./side-bar";
import { UnsavedTyping } from "./unsaved-typing";

/** Renders the frame of the admin pages, with a side bar on wide screens and a drawer on narrow ones. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const palette = usePalette();
  const siteName = useSite()?.site.siteName;
  const bar = <SideBar onFind={palette.open} />;
  return (
    <div className="lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
      <header className="border-line bg-surface max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto lg:border-r">
        <div className="flex min-h-14 items-center justify-between gap-4 px-4">
          <Link className="py-2.5 font-serif text-xl leading-[1.1] font-semibold text-ink hover:no-underline" to="/">
            {siteName}
          </Link>
          <details className="menu group lg:hidden">
            {/* The summary that opened the drawer stays above it and closes it. */}
            <summary className="caret relative z-6 inline-flex min-h-11 items-center">
              <span className="hidden whitespace-pre group-open:inline">Close </span>Menu
            </summary>
            <div className="fixed inset-y-0 right-0 z-5 flex w-[min(20rem,88vw)] flex-col overflow-y-auto border-l border-line bg-surface pt-14 [box-shadow:var(--shadow-veil)]">
              {bar}
            </div>
          </details>
        </div>
        <div className="hidden flex-1 flex-col lg:flex">{bar}</div>
      </header>
      <main
        id="main"
        className={`mx-auto min-h-[60vh] w-full max-w-wide px-4 pt-5 pb-16 lg:px-6 ${TEXT_MARGINS_CLASS}`}
      >
        <PlaceTabs />
        <UnsavedTyping />
        <ResumedForm />
        <RestoredNotice />
        <ConfirmedNotice />
        {children}
      </main>
      <Palette {...palette} />
    </div>
  );
}

/** The margins of plain elements. `:where` lets the CSS classes of components override them. */
const TEXT_MARGINS_CLASS =
  "[:where(&_:is(h1,header)+p)]:mt-1.5 [:where(&_:is(h1,header)+p)]:mb-4 [:where(&>section)]:mt-10 [&>p>a:not([class])]:underline";
