import type { ReactNode } from "react";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { useSite } from "./use-site";

interface Props {
  /** The CSS classes of the main part: its width and margin. */
  className?: string;
  children: ReactNode;
}

/** Renders the frame of the public pages. Header and footer are absent if the site's settings could not be read. */
export function SiteFrame({ className, children }: Props) {
  const site = useSite();
  return (
    <>
      {site && <SiteHeader site={site.site} viewer={site.viewer} hasGoogle={site.google} />}
      <Main className={className}>{children}</Main>
      {site && (
        <SiteFooter
          site={site.site}
          pages={site.pages}
          viewer={site.viewer}
          scheme={site.scheme}
          isLight={site.light}
        />
      )}
    </>
  );
}

/** Renders the main part of a page, the target of "Skip to content". */
export function Main({ className = "max-w-page", children }: Props) {
  return (
    <main id="main" className={`mx-auto min-h-[60vh] px-gutter pb-16 ${className}`}>
      {children}
    </main>
  );
}
