import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { pagesNamed, useAdminPages } from "~/components/admin/admin-pages";
import { AdminSearch } from "~/components/admin/admin-search";
import { Empty, PageLine } from "~/components/admin/page-parts";
import { Link } from "~/components/ui/link";
import { page } from "~/http/form.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { searchIn } from "~/models/base/input/paging.server";
import { adminArticles } from "~/models/editing/articles/admin-list.server";
import { listExperts } from "~/models/records/directory/lists.server";

const MOST = 20;

/** The palette as a page: every page, expert and article by name. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const search = searchIn(new URL(request.url).searchParams);
    return search ? { search, ...(await hitsOf(editor, search)) } : { search, experts: [], articles: [] };
  });
}

async function hitsOf(editor: Editor, search: string) {
  const query = { page: 1, limit: MOST, search };
  const [{ experts }, { articles }] = await Promise.all([
    listExperts({ ...query, category: "", isStrict: true, asWords: true }),
    adminArticles(editor, { ...query, status: "", type: "" }),
  ]);
  return {
    experts: experts.map(({ id, name, title }) => ({ to: `/admin/experts/${id}`, label: name, purpose: title })),
    articles: articles.map(({ id, title, status }) => ({ to: `/admin/articles/${id}`, label: title, purpose: status })),
  };
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Go to | Admin" }];

export default function Go() {
  const { search, experts, articles } = useLoaderData<typeof loader>();
  const pages = pagesNamed(search, useAdminPages());
  const isEmpty = pages.length + experts.length + articles.length === 0;
  return (
    <>
      <PageLine>
        <h1>Go to</h1>
        <AdminSearch action="/admin/go" search={search} label="Page, expert or article" />
      </PageLine>
      {isEmpty && <Empty>Nothing was found. Try another name.</Empty>}
      <Places title="Pages" places={pages} />
      <Places title="Experts" places={experts} />
      <Places title="Articles" places={articles} />
    </>
  );
}

function Places({ title, places }: { title: string; places: { to: string; label: string; purpose: string }[] }) {
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
