import { expect, test, vi } from "vitest";
import { hashPassword, isPassword } from "./password-hashing.server";

let runningHashes = 0;
let maxRunningHashes = 0;
const finishers: (() => void)[] = [];

const checkedHashes: string[] = [];

vi.mock("@node-rs/argon2", () => ({
  verify: async (storedHash: string) => {
    checkedHashes.push(storedHash);
    return true;
  },
  hash: () => {
    maxRunningHashes = Math.max(maxRunningHashes, ++runningHashes);
    return new Promise((resolve) =>
      finishers.push(() => {
        runningHashes--;
        resolve("hash");
      }),
    );
  },
}));

test("hashes at most four passwords at once, and refuses further ones when the queue is full", async () => {
  const hashes = Array.from({ length: 250 }, () => hashPassword("violet kettle").catch((error) => error.problem));
  const allSettled = Promise.all(hashes);
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  await nextTurn();
  while (finishers.length) {
    finishers.shift()?.();
    await nextTurn();
  }
  const results = await allSettled;
  expect(maxRunningHashes).toBeGreaterThan(0);
  expect(maxRunningHashes).toBeLessThanOrEqual(4);
  expect(results.filter((result) => result === "hash")).toHaveLength(200 + maxRunningHashes);
  expect(results.filter((result) => result === "unavailable")).toHaveLength(50 - maxRunningHashes);
});

test("checks a password with the same effort for accounts without one, and always refuses it", async () => {
  expect(await isPassword(null, "violet kettle")).toBe(false);
  expect(await isPassword(`${PARAMETERS}$salt$hash`, "x".repeat(1_001))).toBe(false);
  expect(checkedHashes).toHaveLength(2);
  for (const storedHash of checkedHashes) expect(storedHash.startsWith(`${PARAMETERS}$`)).toBe(true);
});

const PARAMETERS = "$argon2id$v=19$m=19456,t=2,p=1";
