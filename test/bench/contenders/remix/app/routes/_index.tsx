import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { cardsOf } from "../db.server";

const MAX_TEXT_LENGTH = 125;

export const meta: MetaFunction = () => [{ title: "Expert Directory" }];

export function loader({ request }: LoaderFunctionArgs) {
  const number = Number(new URL(request.url).searchParams.get("page") ?? 1);
  const { cards, ...counts } = cardsOf(number);
  const shownCards = cards.map(({ slug, name, title, longevityContribution: text }) => ({
    slug,
    name,
    title,
    text: text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text,
  }));
  return json({ ...counts, number, cards: shownCards });
}

export default function List() {
  const { cards, total, number, pages } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>Expert Directory</h1>
      <h2>{total} Experts Found</h2>
      <ul>
        {cards.map(({ slug, name, title, text }) => (
          <li key={slug}>
            <span aria-hidden="true">{name.slice(0, 2)}</span>
            <h3>
              <Link to={`/${slug}`}>{name}</Link>
            </h3>
            <p>{title}</p>
            <p>{text}</p>
            <Link to={`/${slug}`} aria-label={`View Profile: ${name}`}>
              View Profile
            </Link>
          </li>
        ))}
      </ul>
      <nav>
        {number > 1 && <Link to={`?page=${number - 1}`}>Previous</Link>} Page {number} of {pages}{" "}
        {number < pages && <Link to={`?page=${number + 1}`}>Next</Link>}
      </nav>
    </main>
  );
}
