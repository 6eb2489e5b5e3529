/** Checks that a field has the same values in the answers of calls and in their input, according to the API description. */
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

const jsonSchemaOf = (schema: unknown): Property =>
  schema
    ? (z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any", reused: "inline" }) as Property)
    : {};

const choices = ({ enum: values, anyOf = [] }: Property): unknown[] | null =>
  values ?? anyOf.map(choices).find((options) => options !== null) ?? null;

/** Returns the types of JSON values, or null where any type is allowed. */
function typesOf({ type, enum: enumValues, const: constant, anyOf }: Property): string[] | null {
  if (anyOf) {
    const typesOfEach = anyOf.map(typesOf);
    return typesOfEach.includes(null) ? null : (typesOfEach.flat() as string[]);
  }
  if (type) return [type].flat().map((name) => (name === "integer" ? "number" : name));
  const values = enumValues ?? (constant === undefined ? null : [constant]);
  return values && [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
}

/** Yields the objects with fields in an answer: the answer itself, and what its lists hold. */
function* objectsIn(property: Property): Generator<Record<string, Property>> {
  if (property.properties) {
    yield property.properties;
    // Lists inside a record hold other things, such as sources and works.
    if (property.properties.id) return;
    for (const innerProperty of Object.values(property.properties))
      if (innerProperty.items) yield* objectsIn(innerProperty.items);
  }
  if (property.items) yield* objectsIn(property.items);
}

/** Returns the paths where the record that a call changes is read: for "/api/articles/{id}" also "/api/articles" and its pages. */
function readPathsOf(path: string): string[] {
  const list = path.replace(/\/\{\w+\}$/, "");
  return [path, list, `${list}/paginated`];
}

const withoutNames = (path: string) => path.replace(/\{\w+\}/g, "{}");

test("a record can be sent back as it was read: equal names of fields mean equal values in input and answer", () => {
  const problems: string[] = [];
  let comparedCount = 0;
  for (const [key, { body, answer }] of OPERATIONS) {
    const [method, path = ""] = key.split(" ");
    if (!body || method === "GET") continue;
    const readResponses = OPERATIONS.filter(
      ([other]) =>
        other.startsWith("GET ") &&
        readPathsOf(path)
          .map(withoutNames)
          .includes(withoutNames(other.slice(4))),
    ).map(([, { answer: response }]) => response);
    const { properties: inputFields = {} } = jsonSchemaOf(body);
    for (const schema of [answer, ...(method === "PUT" || method === "PATCH" ? readResponses : [])])
      for (const record of objectsIn(jsonSchemaOf(schema)))
        for (const [name, outputField] of Object.entries(record)) {
          const inputField = inputFields[name];
          if (!inputField) continue;
          comparedCount++;
          const [outputChoices, inputChoices] = [choices(outputField), choices(inputField)];
          const refusedChoices =
            outputChoices && inputChoices ? outputChoices.filter((value) => !inputChoices.includes(value)) : [];
          const inputTypes = typesOf(inputField);
          const otherTypes = inputTypes
            ? (typesOf(outputField) ?? []).filter((type) => !inputTypes.includes(type))
            : [];
          if (refusedChoices.length + otherTypes.length > 0)
            problems.push(
              `${key}: ${name} is ${[...refusedChoices, ...otherTypes].join(", ")} where it is read, and refused`,
            );
        }
  }
  expect([...new Set(problems)]).toEqual([]);
  expect(comparedCount).toBeGreaterThan(100);
});
