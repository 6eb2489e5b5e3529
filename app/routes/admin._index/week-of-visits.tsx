import { Link } from "~/components/ui/link";
import { DayChart } from "~/components/visits/day-chart";
import type { visitsOfLastWeek } from "~/models/readers/visits/statistics.server";

/** Shows the page views of the last seven days. Shows nothing if visits are not counted. */
export function WeekOfVisits({ week }: { week: Awaited<ReturnType<typeof visitsOfLastWeek>> }) {
  if (!week) return null;
  return (
    <section aria-labelledby="visits" className="max-w-192">
      <h2 id="visits">Visits</h2>
      <DayChart title="Page views in the last seven days" days={week} />
      <p>
        <Link to="/admin/statistics">Most read pages and referring sites</Link>
      </p>
    </section>
  );
}
