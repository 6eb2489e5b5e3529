import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { cardsOf } from "../db.server";

export const meta: MetaFunction = () => [{ title: "Expert Directory" }];

const LONGEST = 125;

export function loader({ request }: LoaderFunctionArgs) {
  const number = Number(new URL(request.url).searchParams.get("page") ?? 1);
  const { cards, total, pages } = cardsOf(number);
  return json({
    cards: cards.map(({ longevityContribution, ...card }) => ({
      ...card,
      text:
        longevityContribution.length > LONGEST ? `${longevityContribution.slice(0, LONGEST)}…` : longevityContribution,
    })),
    total,
    number,
    pages,
  });
}

export default function Directory() {
  const { cards, total, number, pages } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>Expert Directory</h1>
      <h2>{total} Experts Found</h2>
      <ul>
        {cards.map((card) => (
          <li key={card.slug}>
            <span aria-hidden="true">{initials(card.name)}</span>
            <h3>
              <Link to={`/${card.slug}`}>{card.name}</Link>
            </h3>
            <p>{card.title}</p>
            <p>{card.text}</p>
            <Link to={`/${card.slug}`} aria-label={`View Profile: ${card.name}`}>
              View Profile
            </Link>
          </li>
        ))}
      </ul>
      <nav>
        {number > 1 && <Link to={`/?page=${number - 1}`}>Previous</Link>} Page {number} of {pages}{" "}
        {number < pages && <Link to={`/?page=${number + 1}`}>Next</Link>}
      </nav>
    </main>
  );
}

function initials(name: string): string {
  return name
    .split(" ")
    .map((word) => word[0])
    .slice(0, 2)
    .join("");
}
