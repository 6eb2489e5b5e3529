import { Outlet } from "@remix-run/react";
import { Main } from "~/components/layout/main";
import { SiteFooter } from "~/components/layout/site-footer";
import { SiteHeader } from "~/components/layout/site-header";
import { useSite } from "~/components/layout/use-site";

/** The frame of the pages that let people in: one narrow column. */
export default function EntryLayout() {
  const site = useSite();
  if (!site) return <Outlet />;
  return (
    <>
      <SiteHeader site={site.site} viewer={site.viewer} google={site.google} />
      <Main className="max-w-120 pt-[clamp(1.5rem,5vw,3.5rem)]">
        <Outlet />
      </Main>
      <SiteFooter site={site.site} viewer={site.viewer} scheme={site.scheme} light={site.light} />
    </>
  );
}
