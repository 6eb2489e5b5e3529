import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PhotoCredit } from "~/components/experts/photo-credit";
import { Link } from "~/components/ui/link";
import { EmptyState, PageHeader } from "~/components/ui/page-header";
import { Pagination } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import { pageMeta, siteOf } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { pageQueryOf } from "~/models/records/directory/lists.server";
import { CREDITS_PAGE_SIZE, creditsPage } from "~/models/records/images/credits.server";

export const links = formPageStyles;

/** Lists the authors and licences of the photographs. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => creditsPage(pageQueryOf(new URL(request.url).searchParams, CREDITS_PAGE_SIZE).page));
}

const PATH = "/credits";
const addressOf = (number: number) => (number > 1 ? `${PATH}?page=${number}` : PATH);

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const currentPage = data?.currentPage ?? 1;
  const description = "The authors and licences of the photographs on this site.";
  const title = currentPage > 1 ? `Photo credits, page ${currentPage}` : "Photo credits";
  return pageMeta({ title, description, ...siteOf(matches), path: addressOf(currentPage) });
};

export default function Credits() {
  const { credits, total, totalPages, currentPage } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-measure">
      <PageHeader
        title="Photo credits"
        lead="The authors, licences and sources of photographs from other people. The photographs were made smaller, and cropped for lists."
      />
      {total === 0 ? (
        <EmptyState>
          <p>No profile has a photograph with a credit at present.</p>
        </EmptyState>
      ) : (
        <ul>
          {credits.map(({ slug, name, ...credit }) => (
            <li key={slug} className="border-b border-line py-2">
              <Link dir="auto" to={`/${slug}`} className="underline">
                {name}
              </Link>
              <PhotoCredit credit={credit} />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={currentPage} totalPages={totalPages} address={addressOf} />
    </div>
  );
}
