import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { newPerson } from "../../../../test/support/accounts";
import { mailsTo, tokenIn } from "../../../../test/support/mails";
import { createSetupLink, isSetupLink, setUpAdmin } from "./first-run.server";
import { insertUser } from "./register.server";

const caller = { address: "192.0.2.1", origin: "http://localhost:3000" };

beforeAll(async () => {
  await migrate(db);
});
beforeEach(async () => {
  await db.deleteFrom("users").execute();
});

async function newToken(): Promise<string> {
  return tokenIn((await createSetupLink(caller.origin)) ?? undefined);
}

describe("D8 the set-up link", () => {
  test("makes the first admin, once", async () => {
    const link = await createSetupLink("http://localhost:3000");
    expect(link).toMatch(/^http:\/\/localhost:3000\/setup\?token=[\w-]{43}$/);
    const token = tokenIn(link ?? undefined);
    expect(await isSetupLink(token)).toBe(true);
    const person = newPerson();
    expect(await setUpAdmin({ token, ...person }, caller)).toMatchObject({ email: person.email, role: "admin" });
    expect(await isSetupLink(token)).toBe(false);
    await expect(setUpAdmin({ token, ...newPerson() }, caller)).rejects.toMatchObject({ problem: "forbidden" });
    expect(await mailsTo(person.email)).toMatchObject([{ kind: "confirmAddress" }]);
  });

  test("is stored only as a hash", async () => {
    const token = await newToken();
    const rows = await db.selectFrom("oneTimeTokens").selectAll().where("purpose", "=", "setup").execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("is new at each start, and replaces the former link", async () => {
    const [formerToken, latestToken] = [await newToken(), await newToken()];
    expect(await isSetupLink(formerToken)).toBe(false);
    expect(await isSetupLink(latestToken)).toBe(true);
  });

  test("stops working once there is an admin, and no other link is created", async () => {
    const token = await newToken();
    await insertUser(db, { ...newPerson(), role: "admin" });
    expect(await isSetupLink(token)).toBe(false);
    await expect(setUpAdmin({ token, ...newPerson() }, caller)).rejects.toMatchObject({ problem: "forbidden" });
    expect(await createSetupLink(caller.origin)).toBeNull();
  });

  test("used ten times at once makes one admin", async () => {
    const token = await newToken();
    const attempts = Array.from({ length: 10 }, () => setUpAdmin({ token, ...newPerson() }, caller));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.selectFrom("users").select("role").execute()).toEqual([{ role: "admin" }]);
  });

  test("stays valid after a mistake in the form", async () => {
    const token = await newToken();
    await expect(setUpAdmin({ token, ...newPerson({ password: "password" }) }, caller)).rejects.toMatchObject({
      problem: "invalid",
    });
    const existingUser = await insertUser(db, { ...newPerson(), role: "user" });
    await expect(setUpAdmin({ token, ...newPerson({ email: existingUser.email }) }, caller)).rejects.toMatchObject({
      problem: "conflict",
    });
    await setUpAdmin({ token, ...newPerson() }, caller);
  });

  test.each([undefined, "", "x".repeat(43)])("needs a token that was issued, not %j", async (token) => {
    await newToken();
    await expect(setUpAdmin({ token, ...newPerson() }, caller)).rejects.toMatchObject({
      problem: expect.stringMatching(/invalid|forbidden/),
    });
  });
});
