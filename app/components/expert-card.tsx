import type { ExpertCard as Card } from "~/models/experts.cards.server";
import { Face } from "./face";
import { Link } from "./link";
import { MarkedText } from "./marked-text";
import { TO_PROFILE } from "./profile-loading";
import { onIntent } from "./start-script";

/** One expert in a list (public-side.md §2, "Expert card"). What changes here changes in card-html.server.ts, too. */
export function ExpertCard({ card }: { card: Card }) {
  const { slug, name, markedName, title, text, image, featured } = card;
  return (
    <li className={featured ? "card featured" : "card"}>
      <Face name={name} image={image} />
      <h3>
        <Link to={`/${slug}`} state={TO_PROFILE} prefetch={onIntent()}>
          <MarkedText text={markedName ?? name} />
        </Link>
      </h3>
      <p className="role">
        <MarkedText text={title} />
      </p>
      <p className="gist">
        <MarkedText text={text} />
      </p>
      <Link className="more" to={`/${slug}`} state={TO_PROFILE} aria-label={`View Profile: ${name}`}>
        View Profile
      </Link>
    </li>
  );
}
