import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLocation } from "@remix-run/react";
import { currentUser, isEditorRequest } from "~/auth/session.server";
import { type AdminSide, pageShownAt, useAdminSide } from "~/components/admin/admin-pages";
import { setUpAdvice } from "~/models/base/accounts/whom-to-ask.server";
import { ADMIN_PAGES, RECORD_PAGES } from "~/models/whole/parts.server";
import { BUILD_NAME, version } from "~/services/build-info.server";
import stylesheet from "~/styles/admin.css";
import { SITE_NAME } from "~/subject/site";
import { AdminErrorBoundary, deniedTitle } from "./access-denied";
import { AdminFrame } from "./frame";
import { useFocusOnAnswer } from "./use-focus-on-answer";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

/** Returns the data of the layout, or empty values to everybody but editors and admins. */
export async function loader({ request }: LoaderFunctionArgs): Promise<AdminSide> {
  const emptySide: AdminSide = { version: null, person: null, whomToAsk: "", adminPages: [], recordPages: [] };
  if (!(await isEditorRequest(request))) return emptySide;
  const user = await currentUser(request);
  return {
    version: `${SITE_NAME} ${version}\n${BUILD_NAME}`,
    person: user?.id ?? null,
    whomToAsk: user ? await setUpAdvice(user) : "",
    adminPages: ADMIN_PAGES,
    recordPages: RECORD_PAGES,
  };
}

/** The title of errors and of pages without a title. */
export const meta: MetaFunction = ({ error }) => [{ title: `${error ? deniedTitle(error) : SITE_NAME} | Admin` }];

export const shouldRevalidate = () => false;

/** The layout does not check access. The loader and action of each page do. */
export default function AdminLayout() {
  useFocusOnAnswer();
  const { pathname } = useLocation();
  const recordPages = useAdminSide()?.recordPages;
  return (
    <AdminFrame>
      {/* Another record needs fresh forms. A section keeps the form of the page around it. */}
      <Outlet key={pageShownAt(pathname, recordPages)} />
    </AdminFrame>
  );
}

export function ErrorBoundary() {
  return <AdminErrorBoundary />;
}
