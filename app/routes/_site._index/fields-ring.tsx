import { formatNumber } from "~/models/base/text/numbers";
import { categories } from "~/models/records/listings/categories";

interface Props {
  /** The number of experts in each category, in the order of the categories. */
  counts: number[];
  everyone: number;
}

/** The radii of an arc's four lines, in a view box of 200 × 200. */
const RADII = [60, 71, 82, 93];
const BAND_RADIUS = 76.5;
/** The gap between two arcs, in radians. */
const GAP = 0.05;

/**
 * Shows the categories as a ring. Each arc is a link, and its length shows the size of its category. For screen readers the list beside
 * it says the same.
 */
export function FieldsRing({ counts, everyone }: Props) {
  const arcs = arcsOf(counts);
  if (arcs.length === 0) return null;
  return (
    <figure className="fields-ring">
      <svg viewBox="0 0 200 200" width="200" height="200" aria-hidden="true">
        {arcs.map(({ index, from, to }) => (
          <a
            key={index}
            className={arcClass(index)}
            href={`/directory/${categories[index]?.slug}`}
            tabIndex={-1}
            aria-label={`${categories[index]?.label}: ${counts[index]}`}
          >
            <path className="band" d={arcPath(BAND_RADIUS, from, to)} />
            <path d={RADII.map((radius) => arcPath(radius, from, to)).join("")} />
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
        {categories.map(({ slug, label }, index) => (
          <li key={slug} className={arcClass(index)}>
            <a href={`/directory/${slug}`}>
              {label} <span>{formatNumber(counts[index] ?? 0)}</span>
            </a>
          </li>
        ))}
      </ul>
      <figcaption>
        {formatNumber(everyone)} {everyone === 1 ? "expert" : "experts"} in {categories.length} fields. Some work in
        several.
      </figcaption>
    </figure>
  );
}

/** Returns the class of a category's colour. The colours repeat, because a site may have any number of categories. */
const arcClass = (index: number) => `arc-${index % 3}`;

/** Returns the start and end of each category with experts, in radians clockwise from the top. */
function arcsOf(counts: number[]): { index: number; from: number; to: number }[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let position = 0;
  return counts.flatMap((count, index) => {
    const from = position;
    position += (count / Math.max(total, 1)) * 2 * Math.PI;
    // The arc of a very small category stays visible.
    return count > 0 ? [{ index, from: from + GAP / 2, to: Math.max(position - GAP / 2, from + GAP) }] : [];
  });
}

function arcPath(radius: number, from: number, to: number): string {
  const point = (angle: number) =>
    `${(100 + radius * Math.sin(angle)).toFixed(1)} ${(100 - radius * Math.cos(angle)).toFixed(1)}`;
  return `M${point(from)}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${point(to)}`;
}
