import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { EmptyState, PageHeader } from "~/components/ui/page-header";
import { MAX_COMPARED } from "~/models/readers/lists/bounds";
import type { Comparison } from "~/models/readers/lists/people.server";

/** Compares up to four people side by side. */
export function Compare({ people, rows, leftOut }: Comparison) {
  return (
    <>
      <PageHeader
        title="Compare"
        lead={
          leftOut > 0 ? `Only ${MAX_COMPARED} people fit side by side. These are the first that you ticked.` : undefined
        }
      />
      {people.length === 0 ? (
        <EmptyState>
          <p>Tick the people that you want to compare on your list.</p>
        </EmptyState>
      ) : (
        <table className="compare">
          <thead>
            <tr>
              <td />
              {people.map(({ slug, name }) => (
                <th key={slug} scope="col">
                  <Link dir="auto" to={`/${slug}`}>
                    {name}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values, isDay }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values.map((value, place) => (
                  <td key={people[place]?.slug}>
                    <b aria-hidden="true">
                      <bdi>{people[place]?.name}</bdi>:{" "}
                    </b>
                    {value ? (
                      <bdi>{isDay ? <ShortDate time={value} /> : value}</bdi>
                    ) : (
                      <span className="text-muted">Unknown</span>
                    )}
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
