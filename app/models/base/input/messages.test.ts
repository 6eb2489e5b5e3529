import { expect, test } from "vitest";
import { z } from "zod";
import type { AppError } from "~/errors";
import { parse } from "./validation.server";

const Body = z.strictObject({
  slug: z.string().min(1).max(3),
  answer: z.union([z.string(), z.number()]),
  kind: z.enum(["error", "removal"]),
  limit: z.int().min(1).max(1_000).optional(),
  links: z.array(z.object({ url: z.url() })).max(1),
  email: z.email(),
});
const GOOD = { slug: "ada", answer: 5, kind: "error", links: [], email: "ada@mail.example" };

function saidOf(body: unknown): string {
  try {
    parse(Body, body);
    return "";
  } catch (error) {
    return (error as AppError).message;
  }
}

test.each([
  [{ slug: undefined }, "slug is missing."],
  [{ answer: undefined }, "answer is missing."],
  [{ kind: undefined }, "kind is missing."],
  [{ slug: 5 }, "slug must be a text."],
  [{ slug: null }, "slug must be a text."],
  [{ slug: "" }, "slug must not be empty."],
  [{ slug: "adam" }, "slug must have at most 3 characters."],
  [{ answer: [] }, "answer must be a text or a number."],
  [{ kind: "other" }, "kind must be error or removal."],
  [{ limit: 0 }, "limit must be at least 1."],
  [{ limit: 1.5 }, "limit must be a whole number."],
  [{ limit: 5_000 }, "limit must be at most 1000."],
  [{ links: {} }, "links must be a list."],
  [{ links: [{}] }, "links[0].url is missing."],
  [{ links: [{ url: "here" }] }, "links[0].url must be a web address."],
  [{ links: [{ url: "https://a.example" }, { url: "https://b.example" }] }, "links must have at most 1 entry."],
  [{ email: "ada" }, "email must be an e-mail address."],
  [{ more: 1 }, "What was sent must not have a field named more."],
])("reliability 19 a body with %j is told %s", (change, said) => {
  expect(saidOf({ ...GOOD, ...change })).toBe(said);
});

test("reliability 19 what is no object at all is told so", () => {
  for (const body of [null, [], "text", 5]) expect(saidOf(body)).toBe("What was sent must be an object.");
});
