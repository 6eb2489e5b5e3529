import { Outlet } from "@remix-run/react";
import { ProfileLoading } from "~/components/experts/profile-loading";
import { Main } from "~/components/layout/main";
import { SiteFooter } from "~/components/layout/site-footer";
import { SiteHeader } from "~/components/layout/site-header";
import { useSite } from "~/components/layout/use-site";

/** The frame of the public pages. */
export default function SiteLayout() {
  const site = useSite();
  if (!site) return <Outlet />;
  return (
    <>
      <SiteHeader site={site.site} viewer={site.viewer} google={site.google} />
      <Main>
        <Outlet />
      </Main>
      <ProfileLoading />
      <SiteFooter site={site.site} viewer={site.viewer} scheme={site.scheme} light={site.light} />
    </>
  );
}
