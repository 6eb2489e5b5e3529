import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { changeAccount } from "~/models/base/accounts/admin-users.server";
import { SECOND_FACTOR_SETTING } from "~/models/base/accounts/factors.server";
import { insertUser } from "~/models/base/accounts/register.server";
import {
  endOtherSessions,
  endSession,
  listSessions,
  removeEndedSessions,
} from "~/models/base/accounts/sessions.server";
import { DAY_MS, MINUTE_MS } from "~/stored-times";
import { withSession } from "../../test/support/members";
import {
  authenticationFor,
  callerOf,
  currentUser,
  requesterOf,
  requireAdmin,
  requireEditor,
  requireUser,
  sessionOf,
  signOut,
  startSession,
  viewerOf,
} from "./session.server";

let count = 0;

beforeAll(async () => {
  await migrate(db);
});
afterEach(() => {
  vi.useRealTimers();
  env.SITE_URL = undefined;
});

function addUser(role: "user" | "admin" = "user"): Promise<UserRow> {
  return insertUser(db, { email: `person-${count++}@mail.example`, firstName: "Ada", lastName: "Reader", role });
}

function request(cookie?: string, url = "http://localhost/"): Request {
  const headers = new Headers({ "User-Agent": "Test" });
  if (cookie) headers.set("Cookie", cookie);
  return new Request(url, { headers });
}

async function signIn(user: UserRow, formerRequest = request()): Promise<string> {
  return cookieOf(await startSession(formerRequest, user, "192.0.2.1"));
}

function cookieOf(headers: Headers): string {
  return headers.get("Set-Cookie")?.split(";")[0] as string;
}

describe("the cookie", () => {
  test("lasts 30 days, and is sent only to this site and hidden from scripts", async () => {
    const header = (await startSession(request(), await addUser(), "")).get("Set-Cookie");
    expect(header).toMatch(/^session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test.each([
    ["SITE_URL starts with https", "http://localhost/", "https://longevity.example"],
    ["the request came over https", "https://longevity.example/", undefined],
  ])("is bound to the host and to https when %s", async (_, url, siteUrl) => {
    env.SITE_URL = siteUrl;
    const user = await addUser();
    const headers = await startSession(request(undefined, url), user, "");
    expect(headers.get("Set-Cookie")).toMatch(
      /^__Host-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await currentUser(request(cookieOf(headers), url)))?.id).toBe(user.id);
    const plainCookie = cookieOf(headers).replace("__Host-", "");
    expect(await currentUser(request(plainCookie, url))).toBeNull();
  });

  test("is not stored in the database, and a changed one signs nobody in", async () => {
    const cookie = await signIn(await addUser());
    const id = (await authenticationFor(request()).cookie.parse(cookie)) as string;
    expect(id.length).toBeGreaterThanOrEqual(43);
    expect(JSON.stringify(await db.selectFrom("sessions").selectAll().execute())).not.toContain(id);
    expect(await currentUser(request(`${cookie.slice(0, -4)}AAAA`))).toBeNull();
    expect(await currentUser(request("session=nonsense"))).toBeNull();
  });
});

describe("the current user", () => {
  test("AC10 is the user of the session, with their present role", async () => {
    const user = await addUser();
    const cookie = await signIn(user);
    expect(await currentUser(request(cookie))).toEqual({ ...user, lastSignInAt: expect.any(String) });
    expect(await viewerOf(request(cookie))).toEqual({ firstName: "Ada", role: "user" });
    await db.updateTable("users").set({ role: "admin" }).where("id", "=", user.id).execute();
    expect(await viewerOf(request(cookie))).toEqual({ firstName: "Ada", role: "admin" });
  });

  test("is read once per request", async () => {
    const firstRequest = request(await signIn(await addUser()));
    const user = await currentUser(firstRequest);
    await db.deleteFrom("sessions").execute();
    expect(await currentUser(firstRequest)).toBe(user);
  });

  test("AC10 PL04 passes only the guards of their role", async () => {
    const [user, admin] = [await signIn(await addUser()), await signIn(await addUser("admin"))];
    expect(await viewerOf(request())).toBeNull();
    await expect(requireUser(request())).rejects.toMatchObject({ problem: "unauthenticated", message: "Unauthorized" });
    await expect(requireAdmin(request(), {})).rejects.toMatchObject({
      problem: "unauthenticated",
      message: "Authentication required",
    });
    expect((await requireUser(request(user))).role).toBe("user");
    await expect(requireAdmin(request(user), {})).rejects.toMatchObject({
      problem: "forbidden",
      message: "Admin access required",
    });
    expect((await requireAdmin(request(admin), {})).role).toBe("admin");
  });
});

test("an admin without the second factor that the site requires passes no guard of editors, and counts as an ordinary user", async () => {
  const admin = await addUser("admin");
  const cookie = await signIn(admin);
  expect(await requesterOf(request(cookie))).toEqual({ sender: "editor", account: admin.id });
  await db.insertInto("settings").values({ key: SECOND_FACTOR_SETTING, value: "on" }).execute();
  onTestFinished(async () => {
    await db.deleteFrom("settings").where("key", "=", SECOND_FACTOR_SETTING).execute();
  });
  expect(await requesterOf(request(cookie))).toEqual({ sender: "user", account: admin.id });
  for (const guard of [requireAdmin, requireEditor])
    await expect(guard(request(cookie), {})).rejects.toMatchObject({ problem: "noSecondFactor" });
});

describe("a session", () => {
  test("has a new id at every sign-in, which ends the browser's former session", async () => {
    const user = await addUser();
    const firstCookie = await signIn(user);
    const secondCookie = await signIn(user, request(firstCookie));
    expect(secondCookie).not.toBe(firstCookie);
    expect(await currentUser(request(firstCookie))).toBeNull();
    expect((await currentUser(request(secondCookie)))?.id).toBe(user.id);
  });

  test("that somebody planted before the sign-in is not signed in by it", async () => {
    const { storage } = authenticationFor(request());
    const session = await storage.getSession();
    session.set("state", "from outside");
    const plantedCookie = (await storage.commitSession(session)).split(";")[0] as string;
    await signIn(await addUser(), request(plantedCookie));
    expect(await currentUser(request(plantedCookie))).toBeNull();
    expect((await storage.getSession(plantedCookie)).data).toEqual({});
  });

  test("ends at sign-out, which deletes the cookie", async () => {
    const cookie = await signIn(await addUser());
    const headers = await signOut(request(cookie));
    expect(headers.get("Set-Cookie")).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/);
    expect(await currentUser(request(cookie))).toBeNull();
    await signOut(request());
  });

  test("ends after 30 days even if it is used, and after 14 days without use", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const user = await addUser();
    const [usedCookie, idleCookie] = [await signIn(user), await signIn(user)];
    for (const day of [10, 20, 29.9]) {
      vi.setSystemTime(Date.now() + (day === 29.9 ? 9.9 : 10) * DAY_MS);
      expect((await currentUser(request(usedCookie)))?.id, `day ${day}`).toBe(user.id);
      if (day >= 20) expect(await currentUser(request(idleCookie))).toBeNull();
    }
    vi.setSystemTime(Date.now() + 0.2 * DAY_MS);
    expect(await currentUser(request(usedCookie))).toBeNull();
    expect(await removeEndedSessions()).toBeGreaterThanOrEqual(2);
    expect(await listSessions(user, null)).toEqual([]);
  });

  test("stores its last use at most every five minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const user = await addUser();
    const cookie = await signIn(user);
    const lastSeen = async () => (await listSessions(user, null))[0]?.lastSeenAt;
    const firstTime = await lastSeen();
    vi.setSystemTime(Date.now() + 4 * MINUTE_MS);
    await currentUser(request(cookie));
    expect(await lastSeen()).toBe(firstTime);
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    await currentUser(request(cookie));
    await expect.poll(lastSeen).toBe(new Date().toISOString());
  });

  test("of a disabled account ends for good", async () => {
    const [user, admin] = [await addUser(), await withSession(asAdmin(await addUser("admin")))];
    const cookie = await signIn(user);
    await db.updateTable("users").set({ status: "disabled" }).where("id", "=", user.id).execute();
    expect(await currentUser(request(cookie))).toBeNull();
    await changeAccount(admin, user.id, { status: "active" });
    expect(await currentUser(request(cookie)), "enabling the account must not revive the session").toBeNull();
  });

  test("ends with a change of role", async () => {
    const [user, admin] = [await addUser(), await withSession(asAdmin(await addUser("admin")))];
    const cookie = await signIn(user);
    await changeAccount(admin, user.id, { role: "admin" });
    expect(await currentUser(request(cookie))).toBeNull();
  });
});

describe("the sessions of a user", () => {
  test("are listed without their secrets, the latest used first, and the present one is marked", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const user = await addUser();
    const otherCookie = await signIn(user);
    vi.setSystemTime(Date.now() + MINUTE_MS);
    const thisCookie = await signIn(user);
    await signIn(await addUser());
    const currentSession = await sessionOf(request(thisCookie));
    const sessions = await listSessions(user, currentSession);
    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    expect(sessions[0]).toMatchObject({ userAgent: "Test", place: "192.0.2.x" });
    for (const cookie of [thisCookie, otherCookie]) {
      expect(JSON.stringify(sessions)).not.toContain(await authenticationFor(request()).cookie.parse(cookie));
    }
  });

  test("show only the network part of the address, in the short form of RFC 5952", async () => {
    for (const [address, place] of [
      ["203.0.113.7", "203.0.113.x"],
      ["2001:DB8:0:1:0:0:0:7", "2001:db8:0:1:…"],
      ["2001:db8::7", "2001:db8:…"],
      ["::1", "This machine"],
      ["127.0.0.1", "This machine"],
      ["::ffff:127.0.0.1", "This machine"],
    ] as const) {
      const user = await addUser();
      await startSession(request(), user, address);
      expect([address, (await listSessions(user, null))[0]?.place]).toEqual([address, place]);
    }
  });

  test("can be ended one by one, or all except the present one; other users' sessions cannot", async () => {
    const [user, otherUser] = [await addUser(), await addUser()];
    const [thisCookie, otherCookie, thirdCookie] = [await signIn(user), await signIn(user), await signIn(user)];
    const otherUsersCookie = await signIn(otherUser);
    await endSession(user, String(await sessionOf(request(otherCookie))));
    await endSession(user, String(await sessionOf(request(otherUsersCookie))));
    expect(await currentUser(request(otherCookie))).toBeNull();
    expect(await currentUser(request(otherUsersCookie))).not.toBeNull();
    expect(await endOtherSessions(user, await sessionOf(request(thisCookie)))).toBe(1);
    expect(await currentUser(request(thirdCookie))).toBeNull();
    expect(await currentUser(request(thisCookie))).not.toBeNull();
    expect(await currentUser(request(otherUsersCookie))).not.toBeNull();
  });
});

test.each([
  ["http://localhost:4123/login", undefined, "http://localhost:4123"],
  ["http://[::1]:4123/", undefined, "http://[::1]:4123"],
  ["http://evil.example/", undefined, "http://localhost:3000"],
  ["http://localhost.evil.example/", undefined, "http://localhost:3000"],
  ["http://evil.example/", "https://longevity.example", "https://longevity.example"],
])("links in mails made for %s with SITE_URL %s start with %s", (url, siteUrl, origin) => {
  env.SITE_URL = siteUrl;
  expect(callerOf(new Request(url), "192.0.2.1")).toEqual({ address: "192.0.2.1", origin });
});

describe("a session without a user", () => {
  test("stores its values, also under the id of an ended session", async () => {
    const { storage } = authenticationFor(request());
    const endedCookie = await signIn(await addUser());
    await db.deleteFrom("sessions").execute();
    const session = await storage.getSession(endedCookie);
    session.set("state", "kept");
    const cookie = (await storage.commitSession(session)).split(";")[0] as string;
    expect((await storage.getSession(cookie)).get("state")).toBe("kept");
    expect(await currentUser(request(cookie))).toBeNull();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * MINUTE_MS });
    expect((await storage.getSession(cookie)).get("state"), "an hour later").toBeUndefined();
  });

  test("does not sign anybody in when an ended session is written again", async () => {
    const { storage } = authenticationFor(request());
    const cookie = await signIn(await addUser());
    const staleSession = await storage.getSession(cookie);
    await signOut(request(cookie));
    await storage.commitSession(staleSession);
    expect(await currentUser(request(cookie))).toBeNull();
  });
});
