import { prefetchMode } from "~/components/layout/start-script";
import { Avatar } from "~/components/ui/image";
import { Link } from "~/components/ui/link";
import type { ExpertCard } from "~/models/records/directory/cards.server";

export type Newcomer = Pick<ExpertCard, "slug" | "name" | "image"> & { title: string };

/** Lists the newest experts. */
export function Newcomers({ people }: { people: Newcomer[] }) {
  if (people.length === 0) return null;
  return (
    <section className="mt-16" aria-labelledby="newcomers">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="newcomers">New in the directory</h2>
        <Link className="underline" to="/directory?sort=newest">
          Newest first
        </Link>
      </div>
      <ul className="newcomers">
        {people.map(({ slug, name, title, image }) => (
          <li key={slug}>
            <Avatar name={name} image={image} size={48} />
            <Link dir="auto" translate="no" to={`/${slug}`} prefetch={prefetchMode()}>
              {name}
            </Link>
            <p dir="auto">{title}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
