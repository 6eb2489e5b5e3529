import { formatNumber } from "~/models/base/text/numbers";
import { categories } from "~/models/records/listings/categories";

interface Props {
  /** The number of experts in each category, in the order of the categories. */
  counts: number[];
  everyone: number;
}

/** The radii of an arc's four lines, in a box of 200. */
const RADII = [60, 71, 82, 93];
const MIDDLE = 76.5;
/** Between two arcs, in radians. */
const GAP = 0.05;

/**
 * The categories as a ring: each arc is as long as its category is large, and a link. For those who see no picture the
 * list beside it says the same.
 */
export function FieldsRing({ counts, everyone }: Props) {
  const arcs = arcsOf(counts);
  if (arcs.length === 0) return null;
  return (
    <figure className="fields-ring">
      <svg viewBox="0 0 200 200" width="200" height="200" aria-hidden="true">
        {arcs.map(({ place, from, to }) => (
          <a
            key={place}
            className={`arc-${place}`}
            href={`/directory/${categories[place]?.slug}`}
            tabIndex={-1}
            aria-label={`${categories[place]?.label}: ${counts[place]}`}
          >
            <path className="band" d={arc(MIDDLE, from, to)} />
            <path d={RADII.map((radius) => arc(radius, from, to)).join("")} />
          </a>
        ))}
        <text x="100" y="102">
          {formatNumber(everyone)}
        </text>
        <text x="100" y="124">
          {everyone === 1 ? "expert" : "experts"}
        </text>
      </svg>
      <ul aria-label="Fields by number">
        {categories.map(({ slug, label }, place) => (
          <li key={slug} className={`arc-${place}`}>
            <a href={`/directory/${slug}`}>
              {label} <span>{formatNumber(counts[place] ?? 0)}</span>
            </a>
          </li>
        ))}
      </ul>
      <figcaption>
        {formatNumber(everyone)} {everyone === 1 ? "expert" : "experts"} in {categories.length} fields; some work in
        several.
      </figcaption>
    </figure>
  );
}

/** Returns where each category with anybody in it begins and ends, in radians from the top, clockwise. */
function arcsOf(counts: number[]): { place: number; from: number; to: number }[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let at = 0;
  return counts.flatMap((count, place) => {
    const from = at;
    at += (count / Math.max(total, 1)) * 2 * Math.PI;
    // An arc of one expert among formatNumber is still there to be seen.
    return count > 0 ? [{ place, from: from + GAP / 2, to: Math.max(at - GAP / 2, from + GAP) }] : [];
  });
}

function arc(radius: number, from: number, to: number): string {
  const point = (angle: number) =>
    `${(100 + radius * Math.sin(angle)).toFixed(1)} ${(100 - radius * Math.cos(angle)).toFixed(1)}`;
  return `M${point(from)}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${point(to)}`;
}
