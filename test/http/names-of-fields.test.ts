/** What calls give and what they take back name the same things alike, read from the description of all calls. */
import { expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "../support/operations";

interface Property {
  enum?: unknown[];
  const?: unknown;
  anyOf?: Property[];
  type?: string | string[];
  items?: Property;
  properties?: Record<string, Property>;
}

const described = (schema: unknown): Property =>
  schema
    ? (z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any", reused: "inline" }) as Property)
    : {};

const choices = ({ enum: values, anyOf = [] }: Property): unknown[] | null =>
  values ?? anyOf.map(choices).find((options) => options !== null) ?? null;

/** The kinds of JSON values; null where any may stand. */
function typesOf({ type, enum: own, const: only, anyOf }: Property): string[] | null {
  if (anyOf) {
    const each = anyOf.map(typesOf);
    return each.includes(null) ? null : (each.flat() as string[]);
  }
  if (type) return [type].flat().map((name) => (name === "integer" ? "number" : name));
  const values = own ?? (only === undefined ? null : [only]);
  return values && [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
}

/** Objects in an answer that have a name and are records: itself, and what lists in it hold. */
function* objectsIn(property: Property): Generator<Record<string, Property>> {
  if (property.properties) {
    yield property.properties;
    // What a record holds are other things: sources, works.
    if (property.properties.id) return;
    for (const inner of Object.values(property.properties)) if (inner.items) yield* objectsIn(inner.items);
  }
  if (property.items) yield* objectsIn(property.items);
}

/** The list or record that a call changes: "/api/articles/{id}" is read there, at "/api/articles" and in pages of it. */
function readAt(path: string): string[] {
  const list = path.replace(/\/\{\w+\}$/, "");
  return [path, list, `${list}/paginated`];
}

const sameShape = (path: string) => path.replace(/\{\w+\}/g, "{}");

test("a record can be sent back as it came: no field has the name of one with other values", () => {
  const wrong: string[] = [];
  let compared = 0;
  for (const [key, { body, answer }] of OPERATIONS) {
    const [method, path = ""] = key.split(" ");
    if (!body || method === "GET") continue;
    const reading = OPERATIONS.filter(
      ([other]) =>
        other.startsWith("GET ") &&
        readAt(path)
          .map(sameShape)
          .includes(sameShape(other.slice(4))),
    ).map(([, { answer: response }]) => response);
    const { properties: taken = {} } = described(body);
    for (const schema of [answer, ...(method === "PUT" || method === "PATCH" ? reading : [])])
      for (const record of objectsIn(described(schema)))
        for (const [name, gives] of Object.entries(record)) {
          const takes = taken[name];
          if (!takes) continue;
          compared++;
          const [out, back] = [choices(gives), choices(takes)];
          const refused = out && back ? out.filter((value) => !back.includes(value)) : [];
          const types = typesOf(takes);
          const other = types ? (typesOf(gives) ?? []).filter((type) => !types.includes(type)) : [];
          if (refused.length + other.length > 0)
            wrong.push(`${key}: ${name} is ${[...refused, ...other].join(", ")} where it is read, and refused`);
        }
  }
  expect([...new Set(wrong)]).toEqual([]);
  expect(compared).toBeGreaterThan(100);
});
