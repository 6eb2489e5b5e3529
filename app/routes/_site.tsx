import { Outlet, useLocation } from "@remix-run/react";
import { ProfileLoading } from "~/components/experts/profile-loading";
import { SiteFrame } from "~/components/layout/site-frame";

/** Renders the frame of the public pages. */
export default function SiteLayout() {
  return (
    <SiteFrame>
      {/* Another record needs fresh forms. */}
      <Outlet key={useLocation().pathname} />
      <ProfileLoading />
    </SiteFrame>
  );
}
