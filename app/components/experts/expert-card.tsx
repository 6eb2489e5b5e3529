import { type ComponentType, Fragment } from "react";
import { onIntent, whereThingsMove } from "~/components/layout/start-script";
import { Avatar } from "~/components/ui/image";
import { Link } from "~/components/ui/link";
import type { ExpertCard as Card, Marked } from "~/models/records/directory/cards.server";
import { TO_PROFILE } from "./profile-loading";

/** A button that a list shows on each card. */
export type CardButton = ComponentType<{ slug: string; name: string }>;

/** One expert in a list; app/styles/tailwind.css says how it looks. */
export function ExpertCard({ id, card, More }: { id?: string; card: Card; More?: CardButton }) {
  const { slug, name, markedName, title, text, image, field, place, featured, unsourced } = card;
  return (
    <li className="card" id={id}>
      <Avatar name={name} image={image} />
      <h3 dir="auto">
        <Link
          to={`/${slug}`}
          translate="no"
          state={TO_PROFILE}
          prefetch={onIntent()}
          viewTransition={whereThingsMove()}
        >
          <Highlight text={markedName ?? name} />
        </Link>
      </h3>
      <bdi>{place}</bdi>
      <p dir="auto">
        <Highlight text={title} />
      </p>
      <p dir="auto">
        <Highlight text={text} />
      </p>
      <small>
        {featured && <b>Featured</b>}
        <span>
          <bdi>{field}</bdi>
          {unsourced && field && <br />}
          {unsourced && "Sources missing"}
        </span>
        <Link
          to={`/${slug}`}
          state={TO_PROFILE}
          viewTransition={whereThingsMove()}
          aria-label={`View Profile: ${name}`}
        >
          View Profile
        </Link>
      </small>
      {More && <More slug={slug} name={name} />}
    </li>
  );
}

/** A text with the words that were searched for marked. */
function Highlight({ text }: { text: Marked }) {
  if (typeof text === "string") return text;
  return text.map((piece, place) => {
    const Element = place % 2 ? "mark" : Fragment;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
    return <Element key={place}>{piece}</Element>;
  });
}
