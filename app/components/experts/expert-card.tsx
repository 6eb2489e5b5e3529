import { type ComponentType, Fragment } from "react";
import { allowsMotion, prefetchMode } from "~/components/layout/start-script";
import { Avatar } from "~/components/ui/image";
import { Link } from "~/components/ui/link";
import type { ExpertCard as Card, Marked } from "~/models/records/directory/cards.server";
import { TO_PROFILE } from "./profile-loading";

/** The type of a button that a list shows on each card. */
export type CardButton = ComponentType<{ slug: string; name: string }>;

/** Renders a card of one expert. Its styles are in app/styles/tailwind.css. */
export function ExpertCard({ id, card, ExtraButton }: { id?: string; card: Card; ExtraButton?: CardButton }) {
  const { slug, name, markedName, title, text, image, field, place, featured, unsourced } = card;
  return (
    <li className="card" id={id}>
      <Avatar name={name} image={image} />
      <h3 dir="auto">
        <Link
          to={`/${slug}`}
          translate="no"
          state={TO_PROFILE}
          prefetch={prefetchMode()}
          viewTransition={allowsMotion()}
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
        <Link to={`/${slug}`} state={TO_PROFILE} viewTransition={allowsMotion()} aria-label={`View Profile: ${name}`}>
          View Profile
        </Link>
      </small>
      {ExtraButton && <ExtraButton slug={slug} name={name} />}
    </li>
  );
}

/** Shows a text and marks the searched words. */
function Highlight({ text }: { text: Marked }) {
  if (typeof text === "string") return text;
  return text.map((piece, index) => {
    const Element = index % 2 ? "mark" : Fragment;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
    return <Element key={index}>{piece}</Element>;
  });
}
