/** What a call gives and what it takes back name the same things alike, read from the description of all calls. */
import { expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "../support/operations";

type Property = { enum?: unknown[]; anyOf?: Property[]; type?: string };

const propertiesOf = (schema: unknown): Record<string, Property> => {
  if (!schema) return {};
  const made = z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any", reused: "inline" });
  return (made.properties ?? {}) as Record<string, Property>;
};

const choices = ({ enum: own, anyOf = [] }: Property): unknown[] | null =>
  own ?? anyOf.map(choices).find((found) => found !== null) ?? null;

test("a record can be sent back as it came: no field has the name of one with other values", () => {
  const wrong = OPERATIONS.flatMap(([key, { body, answer }]) => {
    const [taken, given] = [propertiesOf(body), propertiesOf(answer)];
    return Object.keys(given).flatMap((name) => {
      const [gives, takes] = [choices(given[name] ?? {}), taken[name] ? choices(taken[name]) : null];
      const refused = gives && takes ? gives.filter((value) => !takes.includes(value)) : [];
      return refused.length > 0
        ? [`${key}: ${name} is ${refused.join(", ")} in the answer, and refused in the body`]
        : [];
    });
  });
  expect(wrong).toEqual([]);
});
