import { Link } from "@remix-run/react";
import type { ExpertCard as Card } from "~/models/experts.cards.server";
import { Face } from "./face";
import { MarkedText } from "./marked-text";
import { TO_PROFILE } from "./profile-loading";

/**
 * One expert in a list (public-side.md §2, "Expert card"). Its links discover nothing, as all routes come in one file
 * (remix.config.js): saying so for each of 24 cards would only weigh.
 */
export function ExpertCard({ card }: { card: Card }) {
  const { slug, name, markedName, title, text, image, featured } = card;
  return (
    <li className={featured ? "card featured" : "card"}>
      <Face name={name} image={image} />
      <h3>
        <Link to={`/${slug}`} state={TO_PROFILE} prefetch="intent" discover="none">
          <MarkedText text={markedName ?? name} />
        </Link>
      </h3>
      <p className="role">
        <MarkedText text={title} />
      </p>
      <p className="gist">
        <MarkedText text={text} />
      </p>
      <Link className="more" to={`/${slug}`} state={TO_PROFILE} discover="none" aria-label={`View Profile: ${name}`}>
        View Profile
      </Link>
    </li>
  );
}
