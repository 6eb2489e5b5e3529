import { expect, test } from "vitest";
import { bareName, guessedSortName, mayBeSameName, nameKey, sortKey } from "./names.server";

test.each([
  "Ines Quade, Ph.D.",
  "Quade, Ines",
  "Ines Quade, M.D.",
  "Assoc. Prof. Ines Quade",
  "Ines R. Quade",
  "Univ.-Prof. Dr. Ines Quade",
  "QUADE, Ines, MD, PhD",
  "I. Quade",
  "Ines Quade MBA",
  "Inés Quade Jr.",
])("D81 “%s” may be Ines Quade", (name) => {
  expect(mayBeSameName("Ines Quade", name)).toBe(true);
  expect(nameKey(name)).toBe("quade i");
});

test.each(["Ines Quadra", "Rolf Quade", "Ines", "", "Dr."])("D81 “%s” is not Ines Quade", (name) => {
  expect(mayBeSameName("Ines Quade", name)).toBe(false);
});

test("D81 particles, joined and split names and names that look like titles", () => {
  expect(mayBeSameName("Jean-Luc Martin", "Jean Luc Martin")).toBe(true);
  expect(mayBeSameName("Anna van der Berg", "van der Berg, Anna")).toBe(true);
  expect(mayBeSameName("Yo-Yo Ma", "Ma, Yo-Yo")).toBe(true);
  expect(bareName("Yo-Yo Ma")).toBe("yo yo ma");
  expect(bareName("Dr. Li Chen")).toBe("li chen");
});

test.each([
  ["Ludwig van Beethoven", "Beethoven, Ludwig van"],
  ["Prof. Dr. Eva Müller", "Müller, Eva"],
  ["Simone de Beauvoir", "Beauvoir, Simone de"],
  ["山中 伸弥", "山中 伸弥"],
  ["Plato", "Plato"],
  ["Ines Quade, Ph.D.", "Quade, Ines"],
])("%s sorts as %s", (name, expected) => {
  expect(guessedSortName(name)).toBe(expected);
});

test("an editor's form comes before the guess", () => {
  expect(sortKey("Gabriel García Márquez", "García Márquez, Gabriel")).toBe("garcia marquez gabriel");
});
