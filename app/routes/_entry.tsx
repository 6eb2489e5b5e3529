import { Outlet, useLocation } from "@remix-run/react";
import { SiteFrame } from "~/components/layout/site-frame";
import { formPageStyles } from "~/http/page-styles";

export const links = formPageStyles;

/** Renders the frame of the pages for signing in, registering and links from mails: one narrow column. */
export default function EntryLayout() {
  return (
    <SiteFrame className="max-w-120 pt-[clamp(1.5rem,5vw,3.5rem)]">
      {/* Another record needs fresh forms. */}
      <Outlet key={useLocation().pathname} />
    </SiteFrame>
  );
}
