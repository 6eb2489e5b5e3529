import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { EmptyState, PageHeader } from "~/components/ui/page-header";
import { MAX_COMPARED } from "~/models/readers/lists/bounds";
import type { Comparison } from "~/models/readers/lists/people.server";

interface Props extends Comparison {
  /** The people of the shared list that the reader came from; null for the reader's own list. */
  sharedSlugs: string | null;
}

/** Compares up to four people side by side. */
export function Compare({ people, rows, leftOut, sharedSlugs }: Props) {
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
          <p>Tick the people that you want to compare on {sharedSlugs === null ? "your" : "the shared"} list.</p>
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
                {values.map((value, index) => (
                  <td key={people[index]?.slug}>
                    <b aria-hidden="true">
                      <bdi>{people[index]?.name}</bdi>:{" "}
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
        <Link className="underline" to={sharedSlugs === null ? "/my-list" : `/my-list?people=${sharedSlugs}`}>
          {sharedSlugs === null ? "My list" : "The shared list"}
        </Link>
      </p>
    </>
  );
}
