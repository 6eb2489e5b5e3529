import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { pagesNamed, useAdminPages } from "~/components/admin/admin-pages";
import { AdminSearch } from "~/components/admin/admin-search";
import { Empty, PageLine } from "~/components/admin/page-parts";
import { Link } from "~/components/ui/link";
import { page } from "~/http/form.server";
import { searchIn } from "~/models/base/input/paging.server";
import type { AdminPage } from "~/models/base/parts/admin-page";
import { type Hit, recordsNamed } from "~/models/whole/search/go-to.server";

/** Shows the search of pages and records by name. With scripts it is the command palette. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const search = searchIn(new URL(request.url).searchParams);
    return { search, groups: await recordsNamed(editor, search) };
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Go to | Admin" }];

export default function Go() {
  const { search, groups } = useLoaderData<typeof loader>();
  const pages = pagesNamed(search, useAdminPages());
  const isEmpty = pages.length === 0 && groups.every(({ hits }) => hits.length === 0);
  return (
    <>
      <PageLine>
        <h1>Go to</h1>
        <AdminSearch action="/admin/go" search={search} label="Page, expert or article" />
      </PageLine>
      {isEmpty && <Empty>Nothing was found. Try another name.</Empty>}
      <Places title="Pages" places={pages} />
      {groups.map(({ title, hits }) => (
        <Places key={title} title={title} places={hits} />
      ))}
    </>
  );
}

function Places({ title, places }: { title: string; places: (Hit | AdminPage)[] }) {
  if (places.length === 0) return null;
  return (
    <section className="mb-6">
      <h2 className="my-2 text-xl" dir="auto">
        {title}
      </h2>
      <ul className="max-w-measure border-t border-line">
        {places.map(({ to, label, purpose }) => (
          <li key={to} className="border-b border-line py-2">
            <Link to={to} className="font-semibold">
              {label}
            </Link>
            <span className="block text-sm text-muted">{purpose}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
