import { expect, test } from "vitest";
import { markdownOf } from "./html-to-markdown.server";

test("EM01 a cell without tags has the signs that character references stand for", () => {
  expect(markdownOf("J&uuml;rgen &amp; Zo&#xeb;&hellip; A&B &nonsense; &copy=1")).toBe(
    "Jürgen & Zoë… A&B &nonsense; &copy=1",
  );
});

test("EM01 one with tags becomes Markdown", () => {
  expect(markdownOf("<p>J&uuml;rgen is a <b>biologist</b>.</p><ul><li>One</li></ul>")).toBe(
    "Jürgen is a **biologist**.\n\n- One",
  );
});
