import type { LinksFunction } from "@remix-run/node";
import { Link, NavLink, Outlet } from "@remix-run/react";
import { ADMIN_PAGES } from "~/components/admin/admin-pages";
import { useSite } from "~/components/layout/use-site";
import stylesheet from "~/styles/admin.css";
import { AdminErrorBoundary } from "./access-denied";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

/** The frame of the curator's desk. It guards nothing: each page's loader and action ask for the admin themselves. */
export default function AdminFrame() {
  const site = useSite();
  return (
    <div className="desk">
      <header className="desk-head">
        <p className="strip">
          <Link className="logo" to="/">
            {site?.site.siteName}
          </Link>
          <Link to="/submit">Submit Expert</Link>
        </p>
        <nav aria-label="Admin">
          <ul>
            {ADMIN_PAGES.filter(({ inNav }) => inNav).map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} end={to === "/admin"}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main">
        <Outlet />
      </main>
    </div>
  );
}

export function ErrorBoundary() {
  return <AdminErrorBoundary />;
}
