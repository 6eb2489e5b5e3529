import { ShortDate } from "~/components/ui/dates";
import { formatNumber } from "~/models/base/text/numbers";
import type { ReferringHost } from "~/models/readers/visits/statistics.server";

export interface CountedDay {
  /** The day as YYYY-MM-DD. */
  day: string;
  visits: number;
}

const WIDTH = 720;
const HEIGHT = 160;
/** The margin above the highest bar. */
const TOP_MARGIN = 20;
const GAP = 0.25;

/** Shows visits by day as bars, and as a table below; without visits only their number. The server draws the SVG, so it needs no scripts. */
export function DayChart({ title, days }: { title: string; days: CountedDay[] }) {
  const maxVisits = Math.max(0, ...days.map(({ visits }) => visits));
  const total = days.reduce((sum, { visits }) => sum + visits, 0);
  if (days.length === 0) return null;
  return (
    <figure className="mb-5">
      <figcaption className="mb-2">
        <strong>{title}</strong>: {formatNumber(total)} in all
        {maxVisits > 0 && `, at most ${formatNumber(maxVisits)} on a day`}
      </figcaption>
      {maxVisits > 0 && <Bars title={title} days={days} maxVisits={maxVisits} />}
    </figure>
  );
}

function Bars({ title, days, maxVisits }: { title: string; days: CountedDay[]; maxVisits: number }) {
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: a bar for each day; the table below has the numbers`}
        className="block h-auto w-full rounded-md border border-line bg-surface"
      >
        <line x1={0} x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} stroke="var(--color-edge)" strokeWidth={2} />
        {days.map(({ day, visits }, index) => (
          <Bar key={day} visits={visits} maxVisits={maxVisits} index={index} count={days.length} />
        ))}
      </svg>
      <p className="flex justify-between text-sm text-muted" aria-hidden="true">
        {firstDay && <ShortDate time={firstDay.day} />}
        {lastDay && <ShortDate time={lastDay.day} />}
      </p>
      <details>
        <summary className="py-1.5 underline">{title} as a table</summary>
        <table className="w-full max-w-96 border-collapse text-left [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:py-1 [&_:is(th,td)]:font-normal [&_:is(th,td):last-child]:text-right">
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Page views</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, visits }) => (
              <tr key={day}>
                <th scope="row">
                  <ShortDate time={day} />
                </th>
                <td>{formatNumber(visits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function Bar({ visits, maxVisits, index, count }: { visits: number; maxVisits: number; index: number; count: number }) {
  if (visits === 0) return null;
  const step = WIDTH / count;
  const height = Math.max(2, (visits / maxVisits) * (HEIGHT - TOP_MARGIN));
  const x = index * step + (step * GAP) / 2;
  return (
    <rect
      x={round(x)}
      y={round(HEIGHT - height)}
      width={round(step * (1 - GAP))}
      height={round(height)}
      fill="var(--color-accent)"
    />
  );
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** Names the sites that readers came from. Shows nothing if none sent enough readers. */
export function ReferringHosts({ hosts }: { hosts: ReferringHost[] }) {
  if (hosts.length === 0) return null;
  return (
    <p className="mb-4">
      Readers came from{" "}
      {hosts.map(({ host, visits }, index) => (
        <span key={host}>
          {index > 0 && ", "}
          {host === "others" ? "other sites" : host} ({formatNumber(visits)})
        </span>
      ))}
      .
    </p>
  );
}
