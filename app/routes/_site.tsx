import { Outlet } from "@remix-run/react";
import { ProfileLoading } from "~/components/experts/profile-loading";
import { SiteFrame } from "~/components/layout/site-frame";

/** Renders the frame of the public pages. */
export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
      <ProfileLoading />
    </SiteFrame>
  );
}
