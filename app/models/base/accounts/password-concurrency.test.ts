import { expect, test, vi } from "vitest";
import { hashPassword, isPassword } from "./password-hashing.server";

let running = 0;
let most = 0;
const finish: (() => void)[] = [];

const verified: string[] = [];

vi.mock("@node-rs/argon2", () => ({
  verify: async (stored: string) => {
    verified.push(stored);
    return true;
  },
  hash: () => {
    most = Math.max(most, ++running);
    return new Promise((resolve) =>
      finish.push(() => {
        running--;
        resolve("hash");
      }),
    );
  },
}));

test("at most four passwords are hashed at once, and those that cannot even wait are refused", async () => {
  const hashes = Array.from({ length: 250 }, () => hashPassword("violet kettle").catch((error) => error.problem));
  const settled = Promise.all(hashes);
  const idle = () => new Promise((resolve) => setImmediate(resolve));
  await idle();
  while (finish.length) {
    finish.shift()?.();
    await idle();
  }
  const results = await settled;
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(4);
  expect(results.filter((result) => result === "hash")).toHaveLength(200 + most);
  expect(results.filter((result) => result === "unavailable")).toHaveLength(50 - most);
});

test("where there is no password one is checked all the same, with the same effort, and never right", async () => {
  expect(await isPassword(null, "violet kettle")).toBe(false);
  expect(await isPassword(`${PARAMETERS}$salt$hash`, "x".repeat(1_001))).toBe(false);
  expect(verified).toHaveLength(2);
  for (const stored of verified) expect(stored.startsWith(`${PARAMETERS}$`)).toBe(true);
});

const PARAMETERS = "$argon2id$v=19$m=19456,t=2,p=1";
