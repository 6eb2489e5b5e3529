import { Link, useLoaderData } from "@remix-run/react";
import type { Page } from "./db.server";

const LONGEST = 125;

/** A page of cards as its loader gives it. */
export function shown({ cards, total, pages }: Page, number: number) {
  return {
    cards: cards.map(({ slug, name, title, longevityContribution: text }) => ({
      ...{ slug, name, title },
      text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
    })),
    ...{ total, number, pages },
  };
}

export function pageNumber(request: Request): number {
  return Number(new URL(request.url).searchParams.get("page") ?? 1);
}

export function List() {
  const { cards, total, number, pages } = useLoaderData<ReturnType<typeof shown>>();
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
        {number > 1 && <Link to={`?page=${number - 1}`}>Previous</Link>} Page {number} of {pages}{" "}
        {number < pages && <Link to={`?page=${number + 1}`}>Next</Link>}
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
