import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { PageLine } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { ButtonLink } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { editablePages } from "~/models/whole/pages/edit.server";
import { ADMIN_PAGES_OF_SITE } from "~/models/whole/pages/labels";

/** Lists the pages about the site, in the order of the footer. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => ({ pages: await editablePages(await requireAdmin(request, context)) }));
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Pages | Admin" }];

export default function Pages() {
  const { pages } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <>
      <PageLine>
        <h1>Pages</h1>
        <ButtonLink to={`${ADMIN_PAGES_OF_SITE}/new`}>Add a page</ButtonLink>
      </PageLine>
      {params.has("removed") && <Notice role="status">The page was removed.</Notice>}
      <Hint className="mb-4">
        These pages describe the site. The footer links to those with a position, and to the imprint as soon as it is
        written. The original texts describe the software as it is set up. Please check them, and complete the imprint.
      </Hint>
      <DataTable head={["Page", "Address", "Footer", "Text", hiddenTitle("Actions")]}>
        {pages.map(({ slug, title, position, inFooter, isWritten, updatedAt, listed }) => (
          <tr key={slug}>
            <td>
              <Link className="underline" to={`${ADMIN_PAGES_OF_SITE}/${slug}`} dir="auto">
                {title}
              </Link>
            </td>
            <td data-label="Address">
              /{slug}
              {listed && <small>The profile of {listed} has this address, so readers do not see this page.</small>}
            </td>
            <td data-label="Footer">{inFooter ? `Position ${position}` : "Not shown"}</td>
            <td data-label="Text">
              {isWritten ? "Edited" : "Original text"}
              {updatedAt && (
                <small>
                  Changed <ShortTime time={updatedAt} />
                </small>
              )}
            </td>
            <td>
              {!listed && (
                <Link className="underline" to={`/${slug}`}>
                  View<span className="sr-only"> {title}</span>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
