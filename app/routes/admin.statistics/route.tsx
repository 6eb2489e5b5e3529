import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireEditor } from "~/auth/session.server";
import { DataTable } from "~/components/admin/data-table";
import { Figure, Figures } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { DayChart } from "~/components/visits/day-chart";
import { page } from "~/http/form.server";
import { capitalize } from "~/models/base/text/field-words";
import { formatNumber } from "~/models/base/text/numbers";
import { COUNTED_PAGES, type PageNoun } from "~/models/readers/visits/pages";
import { type VisitedPage, visitStatistics } from "~/models/readers/visits/statistics.server";

/** Shows how often pages were opened, and which sites readers came from. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    // Forms also send empty fields.
    const dates = [...searchParams].filter(([name, value]) => value !== "" && (name === "from" || name === "to"));
    return visitStatistics(editor, Object.fromEntries(dates));
  });
}

export const meta: MetaFunction = () => [{ title: "Visits | Admin" }];

export default function Statistics() {
  const statistics = useLoaderData<typeof loader>();
  const { from, to, isCounting, monthsKept, days, searches, hosts } = statistics;
  const totalOf = (kind: PageNoun | "visits" | "searches") =>
    formatNumber(days.reduce((sum, day) => sum + day[kind], 0));
  return (
    <>
      <h1>Visits</h1>
      {!isCounting && (
        <Notice>Counting is switched off under Settings. These are earlier numbers, and none are added.</Notice>
      )}
      <Form method="get" className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2.5" aria-label="Days">
        <Day label="From" name="from" value={from} />
        <Day label="To" name="to" value={to} />
        <Button type="submit">Show</Button>
      </Form>
      <Figures>
        <Figure label="Page views">{totalOf("visits")}</Figure>
        {COUNTED_PAGES.map(({ noun }) => (
          <Figure key={noun} label={`Views of ${noun}`}>
            {totalOf(noun)}
          </Figure>
        ))}
        <Figure label="Searches">{totalOf("searches")}</Figure>
      </Figures>
      <div className="max-w-192">
        <DayChart title="Page views" days={days} />
        <DayChart title="Views of profiles" days={days.map(({ day, profiles }) => ({ day, visits: profiles }))} />
      </div>
      <Hint className="mb-5 max-w-measure">
        Every view of a page counts, including repeated views of the same reader. Programs, prefetching, editors and
        admins do not count. The site keeps sums for {monthsKept} months and stores nothing about readers. For more, set
        up Plausible or Umami.
      </Hint>
      {COUNTED_PAGES.map(({ noun, path }) => (
        <Pages key={noun} title={capitalize(noun)} base={path("")} pages={statistics[noun]} />
      ))}
      <Ranking
        title="Searches"
        hint="The words of searches that were made at least three times on the same day."
        rows={searches.map(({ words, visits }) => ({ key: words, name: words, visits }))}
      />
      <Ranking
        title="Where readers came from"
        hint="Sites from which readers came at least three times."
        rows={hosts.map(({ host, visits }) => ({ key: host, name: host === "others" ? "Other sites" : host, visits }))}
      />
    </>
  );
}

function Day({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label className="text-sm text-muted">
      {label} <input type="date" name={name} defaultValue={value} key={value} className="block text-ink" />
    </label>
  );
}

function Pages({ title, base, pages }: { title: string; base: string; pages: VisitedPage[] }) {
  const rows = pages.map(({ slug, title, visits }) => ({
    key: slug,
    name: (
      <Link to={base + slug} dir="auto">
        {title}
      </Link>
    ),
    visits,
  }));
  return <Ranking title={title} rows={rows} />;
}

interface RankingProps {
  title: string;
  hint?: string;
  rows: { key: string; name: ReactNode; visits: number }[];
}

function Ranking({ title, hint, rows }: RankingProps) {
  return (
    <section className="mb-6 max-w-192">
      <h2 dir="auto">{title}</h2>
      {hint && <Hint className="mb-2">{hint}</Hint>}
      {rows.length === 0 ? (
        <p className="text-muted">There is nothing for these days.</p>
      ) : (
        <DataTable head={["What", "Page views"]} aria-label={title}>
          {rows.map(({ key, name, visits }) => (
            <tr key={key}>
              <td>{name}</td>
              <td data-label="Page views">{formatNumber(visits)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}
