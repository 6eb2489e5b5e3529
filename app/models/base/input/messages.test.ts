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
const VALID_BODY = { slug: "ada", answer: 5, kind: "error", links: [], email: "ada@mail.example" };

function messageFor(body: unknown): string {
  try {
    parse(Body, body);
    return "";
  } catch (error) {
    return (error as AppError).message;
  }
}

test.each([
  [{ slug: undefined }, "Slug is missing."],
  [{ answer: undefined }, "Answer is missing."],
  [{ kind: undefined }, "Kind is missing."],
  [{ slug: 5 }, "Slug must be a text."],
  [{ slug: null }, "Slug must be a text."],
  [{ slug: "" }, "Slug must not be empty."],
  [{ slug: "adam" }, "Slug must have at most 3 characters."],
  [{ answer: [] }, "Answer must be a text or a number."],
  [{ kind: "other" }, "Kind must be error or removal."],
  [{ limit: 0 }, "Limit must be at least 1."],
  [{ limit: 1.5 }, "Limit must be a whole number."],
  [{ limit: 5_000 }, "Limit must be at most 1000."],
  [{ links: {} }, "Links must be a list."],
  [{ links: [{}] }, "Links, entry 1, URL is missing."],
  [{ links: [{ url: "here" }] }, "Links, entry 1, URL must be a web address."],
  [{ links: [{ url: "https://a.example" }, { url: "https://b.example" }] }, "Links must have at most 1 entry."],
  [{ email: "ada" }, "Email must be an email address."],
  [{ more: 1 }, "The input must not have a field named more."],
])("reliability 19 describes a body with %j as “%s”", (change, message) => {
  expect(messageFor({ ...VALID_BODY, ...change })).toBe(message);
});

test("reliability 19 says that a body which is no object must be one", () => {
  for (const body of [null, [], "text", 5]) expect(messageFor(body)).toBe("The input must be an object.");
});
