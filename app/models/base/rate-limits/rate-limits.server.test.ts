import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openLimits } from "~/db.server";
import { env } from "~/env.server";
import { MINUTE_MS } from "~/stored-times";
import { onPostgres } from "../../../../test/support/database";
import {
  countAttempt,
  type LimitName,
  limit,
  network,
  removeExpiredLimits,
  resetAttempts,
  resetLimit,
  trustNetwork,
  withMailTo,
} from "./rate-limits.server";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Returns how often in a row `attempt` succeeds, up to `max` times. */
async function timesAllowed(attempt: () => Promise<unknown>, max = 100): Promise<number> {
  for (let times = 0; times < max; times++) {
    try {
      await attempt();
    } catch (error) {
      expect(error).toMatchObject({ problem: "limited" });
      return times;
    }
  }
  return max;
}

describe("mails to an address that nobody has proven", () => {
  const requestMail = (work: (mayMail: boolean) => Promise<boolean>) =>
    withMailTo({ kind: "report", email: "reader@mail.example", about: "ada", address: "203.0.113.5" }, work);

  test("are limited to one a day about a subject, and a failed request does not count", async () => {
    const failRequest = async () => {
      throw new Error("The disk is full.");
    };
    await expect(requestMail(failRequest)).rejects.toThrow("The disk is full.");
    const returnMayMail = async (mayMail: boolean) => mayMail;
    expect([await requestMail(returnMayMail), await requestMail(returnMayMail)]).toEqual([true, false]);
    wait(24 * 60 * MINUTE_MS + 1);
    expect(await requestMail(returnMayMail)).toBe(true);
  });
});

test("a damaged file of counts is set aside, and a new one begins", () => {
  const folder = mkdtempSync(join(tmpdir(), "longevity-limits-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "limits.db");
  openLimits(folder).exec("CREATE TABLE limits (key TEXT)").close();
  const database = readFileSync(path);
  for (const bytes of [
    "no database".repeat(1_000),
    Buffer.concat([database.subarray(0, 100), Buffer.alloc(8_000, 7)]),
  ]) {
    writeFileSync(path, bytes);
    openLimits(folder).exec("CREATE TABLE limits (key TEXT)").close();
    expect(readFileSync(`${path}.damaged`).subarray(0, 9)).toEqual(Buffer.from(bytes).subarray(0, 9));
  }
  // A sound file stays.
  expect(() => openLimits(folder).exec("CREATE TABLE limits (key TEXT)")).toThrow("already exists");
});

describe("a limit", () => {
  test.skipIf(onPostgres)("leaves no row when its time is over", async () => {
    wait(40 * 24 * 60 * MINUTE_MS);
    await removeExpiredLimits();
    await limit("signUp", "one");
    expect(await removeExpiredLimits()).toBe(0);
    wait(61 * MINUTE_MS);
    expect(await removeExpiredLimits()).toBe(1);
  });

  test("counts each key separately, says how long to wait, and allows attempts again afterwards", async () => {
    expect(await timesAllowed(() => limit("signUp", "a"))).toBe(10);
    wait(20 * MINUTE_MS);
    await expect(limit("signUp", "a")).rejects.toMatchObject({
      message: "Too many new accounts from your network. Please try again in 40 minutes.",
      retryAfter: 2_400,
    });
    await limit("signUp", "b");
    await limit("linkFrom", "a");
    wait(40 * MINUTE_MS + 1);
    expect(await timesAllowed(() => limit("signUp", "a"))).toBe(10);
  });

  const FIVE_MINUTES = 5 * 60;
  const HOUR = 60 * 60;
  const DAY = 24 * HOUR;
  test.each(
    Object.entries({
      triesHere: [5, 3 * FIVE_MINUTES],
      triesElsewhere: [15, HOUR],
      triesOfNewPlaces: [5, HOUR],
      triesFrom: [50, 3 * FIVE_MINUTES],
      triedPlace: [1, DAY],
      knownPlace: [1, 30 * DAY],
      signUp: [10, HOUR],
      linkFrom: [5, HOUR],
      linkTo: [20, HOUR],
      verify: [5, HOUR],
      newAccountMail: [10, DAY],
      submission: [30, HOUR],
      ownImages: [10, DAY],
      ownImagesInYear: [50, 365 * DAY],
      notMyWork: [100, DAY],
      reportFrom: [10, HOUR],
      followFrom: [20, HOUR],
      askFrom: [10, HOUR],
      mailAbout: [1, DAY],
      mailFrom: [5, DAY],
      mailTo: [10, DAY],
      provenAddress: [1, DAY],
      tellFrom: [60, HOUR],
      tellTo: [3, DAY],
      questionReply: [20, DAY],
      claimMail: [5, DAY],
      claimMailTo: [2, DAY],
      claimCheck: [20, HOUR],
      apiKey: [1_500, FIVE_MINUTES],
      mcp: [600, FIVE_MINUTES],
      aiText: [120, HOUR],
      aiImage: [60, HOUR],
      draftSave: [900, FIVE_MINUTES],
      draft: [60, HOUR],
    } satisfies Record<LimitName, [times: number, seconds: number]>) as [LimitName, [number, number]][],
  )("%s allows its number of attempts within its seconds: %j", async (name, [times, seconds]) => {
    const attempt = () => limit(name, "of the table");
    expect(await timesAllowed(attempt, times + 1)).toBe(times);
    await expect(attempt()).rejects.toMatchObject({ retryAfter: seconds });
    wait(seconds * 1_000 + 1);
    expect(await timesAllowed(attempt, 1)).toBe(1);
  });

  test("counts calls at the same time", async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => limit("linkFrom", "crowd")));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  test("can be reset", async () => {
    await timesAllowed(() => limit("linkFrom", "mine"));
    await resetLimit("linkFrom", "mine");
    await limit("linkFrom", "mine");
  });

  test.skipIf(onPostgres)("survives a restart, in a file that contains no addresses", async () => {
    await timesAllowed(() => limit("linkFrom", "somebody@mail.example"));
    vi.resetModules();
    const restartedModule = await import("./rate-limits.server");
    await expect(restartedModule.limit("linkFrom", "somebody@mail.example")).rejects.toThrow("Too many requests");
    const bytes = ["limits.db", "limits.db-wal"].map((file) => readFileSync(join(env.DATA_DIR, file), "latin1")).join();
    expect(bytes).toContain("linkFrom");
    expect(bytes).not.toContain("somebody");
  });
});

describe("wrong attempts at a password", () => {
  test("from one place are limited to five within 15 minutes and 15 within an hour", async () => {
    const tryOnce = () => countAttempt("one@mail.example", "192.0.2.1");
    for (let quarter = 0; quarter < 3; quarter++) {
      expect(await timesAllowed(tryOnce)).toBe(5);
      await expect(tryOnce()).rejects.toMatchObject({ retryAfter: 900 });
      wait(15 * MINUTE_MS + 1);
    }
    expect(await timesAllowed(tryOnce)).toBe(0);
    wait(15 * MINUTE_MS + 1);
    expect(await timesAllowed(tryOnce)).toBe(5);
  });

  test("from everywhere are limited to 20 within an hour, with never more than an hour to wait", async () => {
    let place = 0;
    const tryElsewhere = () => countAttempt("hunted@mail.example", `198.51.100.${place++}`);
    let allowedAttempts = 0;
    for (let minute = 0; minute < 60; minute++) {
      allowedAttempts += await timesAllowed(tryElsewhere);
      await tryElsewhere().catch(({ retryAfter }) => expect(retryAfter).toBeLessThanOrEqual(3_600));
      wait(MINUTE_MS - 1);
    }
    expect(allowedAttempts).toBe(20);
  });

  test("from a few networks never use up the owner's attempts from elsewhere", async () => {
    for (let minute = 0; minute < 180; minute++) {
      for (const place of [1, 2, 3, 4]) await countAttempt("kept@mail.example", `192.0.2.${place}`).catch(() => {});
      wait(MINUTE_MS);
    }
    await countAttempt("kept@mail.example", "203.0.113.77");
  });

  test("from elsewhere do not lock the owner out of a network of an earlier sign-in", async () => {
    await countAttempt("owner@mail.example", "203.0.113.5");
    await trustNetwork("owner@mail.example", "203.0.113.5");
    let place = 0;
    await timesAllowed(() => countAttempt("owner@mail.example", `198.51.100.${place++}`));
    expect(await timesAllowed(() => countAttempt("owner@mail.example", "203.0.113.5"))).toBe(5);
    await expect(countAttempt("owner@mail.example", "203.0.113.6")).rejects.toThrow("Too many tries");
  });

  test("are reset here after the right password, and everywhere after a link by mail", async () => {
    await timesAllowed(() => countAttempt("two@mail.example", "192.0.2.2"), 4);
    await trustNetwork("two@mail.example", "192.0.2.2");
    expect(await timesAllowed(() => countAttempt("two@mail.example", "192.0.2.2"))).toBe(5);
    let place = 0;
    await timesAllowed(() => countAttempt("two@mail.example", `198.51.100.${place++}`));
    await resetAttempts("two@mail.example", "192.0.2.3");
    await countAttempt("two@mail.example", "192.0.2.3");
  });

  test("from one network for many accounts are limited to 50 within 15 minutes", async () => {
    let account = 0;
    expect(await timesAllowed(() => countAttempt(`${account++}@mail.example`, "192.0.2.9"))).toBe(50);
  });

  test("of both steps of a sign-in count once for the network", async () => {
    let account = 0;
    const tryBothSteps = async () => {
      const name = `both-${account++}`;
      await countAttempt(`${name}@mail.example`, "192.0.2.10");
      await countAttempt(`second step ${name}`, "192.0.2.10", "code");
    };
    expect(await timesAllowed(tryBothSteps)).toBe(50);
    const tryCode = () => countAttempt(`second step ${account++}`, "192.0.2.11", "code");
    expect(await timesAllowed(tryCode)).toBe(50);
  });
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["unknown", "unknown"],
])("%s counts as %s", (address, place) => expect(network(address)).toBe(place));
