import type { LinksFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import stylesheet from "~/styles/admin.css";
import { AdminErrorBoundary } from "./access-denied";
import { AdminFrame } from "./frame";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

/** The layout guards nothing: each page's loader and action ask for the admin themselves. */
export default function AdminLayout() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}

export function ErrorBoundary() {
  return <AdminErrorBoundary />;
}
