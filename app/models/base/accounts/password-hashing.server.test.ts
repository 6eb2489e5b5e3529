import { hash } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { hashPassword, isOutdated, isPassword, passwordProblem } from "./password-hashing.server";

const OWNER_WORDS = ["ada.lovelace@mail.example", "Ada", "Lovelace", "Ada Lovelace", "Longevity Leaders"];

describe("AC09 a password is accepted when it is", () => {
  test.each([
    "violet kettle 62 orbit",
    "xK9#mQ2v",
    "пароль из шести слов",
    "長寿研究者名簿番号",
    "🦉🌵🎻🧩🪐🍋🧵🪁",
    "  spaces count  ",
    "longevity has 9 authors",
    "ada likes long walks",
  ])("%s", async (password) => expect(await passwordProblem(password, OWNER_WORDS)).toBeNull());
});

describe("AC09 a password is refused with a reason when it is", () => {
  test.each([
    "password",
    "Password123!",
    "P@ssw0rd",
    "p a s s w o r d",
    "2024welcome",
    "iloveyou",
    "trustno1",
    "letmein99",
    "qazwsx123",
  ])("well known: %s", async (password) =>
    expect(await passwordProblem(password, OWNER_WORDS)).toMatch(/used password/),
  );

  test.each([
    "aaaaaaaa",
    "********",
    "abcabcabcab",
    "12345678",
    "87654321",
    "9876543210",
    "abcdefgh",
    "qwertyuiop",
    "Asdfghjkl",
    "1-2-3-4-5-6-7-8",
    "1q2w3e4r5t",
    "!@#$%^&*",
  ])("a sequence: %s", async (password) =>
    expect(await passwordProblem(password, OWNER_WORDS)).toMatch(/easy to guess|used password/),
  );

  test.each([
    "ada.lovelace@mail.example",
    "ada.lovelace1",
    "AdaLovelace!",
    "lovelace1815",
    "Longevity Leaders",
    "longevityleaders24",
  ])("from the person's own data: %s", async (password) =>
    expect(await passwordProblem(password, OWNER_WORDS)).toMatch(/what strangers try first/),
  );

  test("longer than 1,000 bytes, counted in bytes", async () => {
    const words = "é, ça va à Genève? ".repeat(60);
    const longestPassword = Buffer.from(words).subarray(0, 1_000).toString();
    expect(Buffer.byteLength(longestPassword)).toBe(1_000);
    expect(await passwordProblem(longestPassword, OWNER_WORDS)).toBeNull();
    expect(await passwordProblem(`${longestPassword}!`, OWNER_WORDS)).toMatch(/too long/);
  });
});

describe("a stored password", () => {
  test("is an argon2id hash with 19 MiB, two passes and one lane, and differs each time", async () => {
    const [firstHash, secondHash] = await Promise.all([hashPassword("violet kettle"), hashPassword("violet kettle")]);
    expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(firstHash).not.toBe(secondHash);
    expect(await isOutdated(firstHash)).toBe(false);
  });

  test("matches only the same password: it is not cut off, and case matters", async () => {
    const longPassword = "x".repeat(990);
    const storedHash = await hashPassword(`${longPassword}\0end`);
    expect(await isPassword(storedHash, `${longPassword}\0end`)).toBe(true);
    for (const otherPassword of [`${longPassword}\0enD`, `${longPassword}\0`, longPassword, ""])
      expect(await isPassword(storedHash, otherPassword)).toBe(false);
  });

  test("matches however its characters are encoded", async () => {
    expect(await isPassword(await hashPassword("café ﬁn ①"), "cafe\u0301 fin 1")).toBe(true);
  });

  test("does not match a text that is too long, and a missing hash matches nothing", async () => {
    expect(await isPassword(await hashPassword(""), "x".repeat(1_001))).toBe(false);
    expect(await isPassword(null, "")).toBe(false);
  });

  test("is outdated if it was created with other parameters", async () => {
    expect(await isOutdated(await hash("x", { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(true);
    expect(await isOutdated(await hash("x", { memoryCost: 19_456, timeCost: 3, parallelism: 1 }))).toBe(true);
    expect(await isOutdated(await hash("x", { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 1 }))).toBe(
      true,
    );
  });
});
