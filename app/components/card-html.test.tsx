/** What the server writes for cards is what React makes of them, so that the browser can go on with it. */
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server.js";
import { expect, test } from "vitest";
import type { ExpertCard as Card } from "~/models/experts.cards.server";
import { cardsHtml } from "./card-html.server";
import { ExpertCard } from "./experts/expert-card";

const ada: Card = {
  slug: "ada-lovelace",
  name: "Ada Lovelace",
  title: "Countess",
  text: "Wrote the first program.",
  image: null,
  featured: false,
};
const hostile = `<script>alert("1")</script> & 'quoted' </li> \u2028 \u{1f9ec}`;

const cards: Record<string, Card> = {
  plain: ada,
  featured: { ...ada, featured: true },
  empty: { ...ada, title: "", text: "", name: "" },
  "a stored picture": { ...ada, image: "/uploads/ab/abcdefghijklmnop-1000x700.webp" },
  "a picture of the starter": { ...ada, image: "/pictures/a&b's.webp" },
  "found words": {
    ...ada,
    markedName: ["Ada ", "Love", "lace"],
    title: ["", "Count", "ess"],
    text: ["a", "b", "", "c"],
  },
  hostile: { ...ada, name: hostile, title: hostile, text: ["x", hostile, hostile], markedName: [hostile, hostile] },
  "another script": { ...ada, name: "王 小明", slug: "wang-xiaoming" },
};

test.each(Object.entries(cards))("PB18 performance: %s", (_, card) => {
  const byReact = renderToString(
    <StaticRouter location="/directory">
      <ExpertCard card={card} />
    </StaticRouter>,
  );
  expect(cardsHtml([card])).toBe(byReact);
});
