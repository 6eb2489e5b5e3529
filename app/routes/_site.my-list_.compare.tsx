import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { EmptyState, PageHeader } from "~/components/ui/page-header";
import { page } from "~/http/form.server";
import { slugsIn } from "~/http/list-cookie.server";
import { unlistedMeta } from "~/http/page-meta";
import { MOST_COMPARED } from "~/models/lists/bounds";
import { compared } from "~/models/lists/people.server";

export { formPageHeaders as headers } from "~/auth/guards.server";
export { pageStyles as links } from "~/http/page-styles";

/** Up to four of `?people=` side by side: slugs with commas, or repeated. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const slugs = slugsIn(new URL(request.url).searchParams.getAll("people").flatMap((text) => text.split(",")));
    return { ...(await compared(slugs)), leftOut: Math.max(0, slugs.length - MOST_COMPARED) };
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Compare", matches);

export default function Compare() {
  const { people, rows, leftOut } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Compare"
        lead={
          leftOut > 0 ? `Only ${MOST_COMPARED} fit side by side: these are the first of those you ticked.` : undefined
        }
      />
      {people.length === 0 ? (
        <EmptyState>
          <p>Tick the people to compare on your list.</p>
        </EmptyState>
      ) : (
        <table className="compare">
          <thead>
            <tr>
              <td />
              {people.map(({ slug, name }) => (
                <th key={slug} scope="col">
                  <Link to={`/${slug}`}>{name}</Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values.map((value, place) => (
                  <td key={people[place]?.slug}>
                    <b aria-hidden="true">{people[place]?.name}: </b>
                    {value || <span className="text-muted">Not said</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-6">
        <Link className="underline" to="/my-list">
          My list
        </Link>
      </p>
    </>
  );
}
