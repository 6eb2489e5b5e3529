import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { onPostgres } from "../../../../test/support/database";
import {
  countTry,
  forget,
  forgetTries,
  type LimitName,
  limit,
  network,
  removeExpiredLimits,
  trustPlace,
  withMailTo,
} from "./rate-limits.server";

const MINUTE = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Returns how often in a row `once` works; at most `most` times. */
async function timesAllowed(once: () => Promise<unknown>, most = 100): Promise<number> {
  for (let times = 0; times < most; times++) {
    try {
      await once();
    } catch (error) {
      expect(error).toMatchObject({ problem: "limited" });
      return times;
    }
  }
  return most;
}

describe("mails to an address that nobody has proven", () => {
  const ask = (work: (mayMail: boolean) => Promise<boolean>) =>
    withMailTo({ kind: "report", email: "reader@mail.example", about: "ada", address: "203.0.113.5" }, work);

  test("are one a day about a subject, and a request that fails counts as none", async () => {
    const full = async () => {
      throw new Error("The disk is full.");
    };
    await expect(ask(full)).rejects.toThrow("The disk is full.");
    const mayMail = async (may: boolean) => may;
    expect([await ask(mayMail), await ask(mayMail)]).toEqual([true, false]);
    wait(24 * 60 * MINUTE + 1);
    expect(await ask(mayMail)).toBe(true);
  });
});

describe("a limit", () => {
  test.skipIf(onPostgres)("leaves nothing behind when its time is over", async () => {
    wait(40 * 24 * 60 * MINUTE);
    await removeExpiredLimits();
    await limit("signUp", "one");
    expect(await removeExpiredLimits()).toBe(0);
    wait(61 * MINUTE);
    expect(await removeExpiredLimits()).toBe(1);
  });

  test("counts each key for itself, says how long to wait, and then lets in again", async () => {
    expect(await timesAllowed(() => limit("signUp", "a"))).toBe(10);
    wait(20 * MINUTE);
    await expect(limit("signUp", "a")).rejects.toMatchObject({
      message: "Too many new accounts from your network. Please try again in 40 minutes.",
      retryAfter: 2_400,
    });
    await limit("signUp", "b");
    await limit("linkFrom", "a");
    wait(40 * MINUTE + 1);
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
  )("%s: %j", async (name, [times, seconds]) => {
    const once = () => limit(name, "of the table");
    expect(await timesAllowed(once, times + 1)).toBe(times);
    await expect(once()).rejects.toMatchObject({ retryAfter: seconds });
    wait(seconds * 1_000 + 1);
    expect(await timesAllowed(once, 1)).toBe(1);
  });

  test("counts calls at the same time", async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => limit("linkFrom", "crowd")));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  test("can be forgotten", async () => {
    await timesAllowed(() => limit("linkFrom", "mine"));
    await forget("linkFrom", "mine");
    await limit("linkFrom", "mine");
  });

  test.skipIf(onPostgres)("outlives a restart, in a file that holds no addresses", async () => {
    await timesAllowed(() => limit("linkFrom", "somebody@mail.example"));
    vi.resetModules();
    const restarted = await import("./rate-limits.server");
    await expect(restarted.limit("linkFrom", "somebody@mail.example")).rejects.toThrow("Too many requests");
    const bytes = ["limits.db", "limits.db-wal"].map((file) => readFileSync(join(env.DATA_DIR, file), "latin1")).join();
    expect(bytes).toContain("linkFrom");
    expect(bytes).not.toContain("somebody");
  });
});

describe("wrong tries of a password", () => {
  test("from one place: five within 15 minutes, 15 within an hour", async () => {
    const tryOnce = () => countTry("one@mail.example", "192.0.2.1");
    for (let quarter = 0; quarter < 3; quarter++) {
      expect(await timesAllowed(tryOnce)).toBe(5);
      await expect(tryOnce()).rejects.toMatchObject({ retryAfter: 900 });
      wait(15 * MINUTE + 1);
    }
    expect(await timesAllowed(tryOnce)).toBe(0);
    wait(15 * MINUTE + 1);
    expect(await timesAllowed(tryOnce)).toBe(5);
  });

  test("from everywhere: 20 within an hour, and never longer than an hour to wait", async () => {
    let place = 0;
    const tryElsewhere = () => countTry("hunted@mail.example", `198.51.100.${place++}`);
    let allowed = 0;
    for (let minute = 0; minute < 60; minute++) {
      allowed += await timesAllowed(tryElsewhere);
      await tryElsewhere().catch(({ retryAfter }) => expect(retryAfter).toBeLessThanOrEqual(3_600));
      wait(MINUTE - 1);
    }
    expect(allowed).toBe(20);
  });

  test("from a few places again and again never use up what is left for the owner elsewhere", async () => {
    for (let minute = 0; minute < 180; minute++) {
      for (const place of [1, 2, 3, 4]) await countTry("kept@mail.example", `192.0.2.${place}`).catch(() => {});
      wait(MINUTE);
    }
    await countTry("kept@mail.example", "203.0.113.77");
  });

  test("elsewhere do not keep the owner out of a place they signed in from before", async () => {
    await countTry("owner@mail.example", "203.0.113.5");
    await trustPlace("owner@mail.example", "203.0.113.5");
    let place = 0;
    await timesAllowed(() => countTry("owner@mail.example", `198.51.100.${place++}`));
    expect(await timesAllowed(() => countTry("owner@mail.example", "203.0.113.5"))).toBe(5);
    await expect(countTry("owner@mail.example", "203.0.113.6")).rejects.toThrow("Too many tries");
  });

  test("are forgotten here after the right one, and everywhere after a link by mail", async () => {
    await timesAllowed(() => countTry("two@mail.example", "192.0.2.2"), 4);
    await trustPlace("two@mail.example", "192.0.2.2");
    expect(await timesAllowed(() => countTry("two@mail.example", "192.0.2.2"))).toBe(5);
    let place = 0;
    await timesAllowed(() => countTry("two@mail.example", `198.51.100.${place++}`));
    await forgetTries("two@mail.example", "192.0.2.3");
    await countTry("two@mail.example", "192.0.2.3");
  });

  test("from one place for many accounts: 50 within 15 minutes", async () => {
    let account = 0;
    expect(await timesAllowed(() => countTry(`${account++}@mail.example`, "192.0.2.9"))).toBe(50);
  });

  test("of a sign-in with two steps count once for the network, too", async () => {
    let account = 0;
    const bothSteps = async () => {
      const name = `both-${account++}`;
      await countTry(`${name}@mail.example`, "192.0.2.10");
      await countTry(`second step ${name}`, "192.0.2.10", "code");
    };
    expect(await timesAllowed(bothSteps)).toBe(50);
    const codes = () => countTry(`second step ${account++}`, "192.0.2.11", "code");
    expect(await timesAllowed(codes)).toBe(50);
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
