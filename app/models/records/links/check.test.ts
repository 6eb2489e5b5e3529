import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { checkAgain, deadLinks, deadLinksPage, remainingDeadLinks } from "~/models/editing/links/admin-list.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { checkAllLinks, isRoundDue, lastRound, startLinkChecks } from "./check.server";
import { imageProblems, storeImageProblems } from "./stored-checks.server";

const { pages, gone: removedPages } = await vi.hoisted(async () => {
  const { startPageServer } = await import("../../../../test/support/pages");
  return { pages: await startPageServer(), gone: await startPageServer() };
});

const origin = "http://site.example";
let admin: Admin;

beforeAll(async () => {
  await removedPages.stop();
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});
afterAll(() => pages.stop());

beforeEach(async () => {
  await db.deleteFrom("cursors").execute();
  await db.deleteFrom("linkChecks").execute();
  await db.deleteFrom("experts").execute();
  pages.requestedPaths.length = 0;
  for (const path of Object.keys(pages.answers)) delete pages.answers[path];
});

const urlOf = (path: string) => pages.url + path;
const importPeople = (links: Record<string, string[]>) =>
  importExperts(
    Object.entries(links).map(([slug, referenceLinks]) => ({ name: slug, slug, referenceLinks })),
    { origin: "import" },
  );
const storedChecks = async () => {
  const rows = await db
    .selectFrom("linkChecks")
    .select(["url", "status", "reason", "failures"])
    .orderBy("url")
    .execute();
  return rows.map(({ url, status, reason, failures }) => [url.replace(pages.url, ""), status, reason, failures]);
};
const resolveToTestPages = async () => ["127.0.0.1"];
const failLookup = async () => {
  throw Object.assign(new Error("queryA ETIMEOUT"), { code: "ETIMEOUT", syscall: "queryA" });
};
const runRound = (options = {}) => checkAllLinks({ pauseMs: 0, lookup: resolveToTestPages, ...options });
const moveToNextWeek = async () => {
  const { value } = await db.selectFrom("cursors").select("value").executeTakeFirstOrThrow();
  const cursor = { ...JSON.parse(value), startedAt: "2026-01-01T00:00:00.000Z" };
  await db
    .updateTable("cursors")
    .set({ value: JSON.stringify(cursor) })
    .execute();
  await db.updateTable("linkChecks").set({ checkedAt: cursor.startedAt }).execute();
};

describe("D54 the weekly check of reference links", () => {
  test("opens every link once, and stores which work, fail or are dead", async () => {
    Object.assign(pages.answers, { "/well": "fine", "/broken": 500, "/closed": 403, "/gone": 410, "/members": 999 });
    await importPeople({
      ada: [`Her site|${urlOf("/well")}`, urlOf("/well"), urlOf("/broken"), "no link", urlOf("/members")],
      ben: [urlOf("/closed"), urlOf("/gone"), urlOf("/missing"), "https://ports.example:8443/", `${removedPages.url}/`],
    });
    expect(await isRoundDue()).toBe(true);
    expect(await runRound()).toBe("done");
    expect(pages.requestedPaths).toEqual(["/well", "/broken", "/members", "/closed", "/gone", "/missing"]);
    const firstChecks = [
      ["/broken", "failing", "it answers 500", 1],
      ["/closed", "ok", "it answers 403: programs are turned away", 0],
      ["/gone", "dead", "it answers 410", 1],
      // LinkedIn answers so.
      ["/members", "ok", "it answers 999: programs are turned away", 0],
      ["/missing", "dead", "it answers 404", 1],
      ["/well", "ok", "", 0],
    ];
    expect((await storedChecks()).filter(([url]) => String(url).startsWith("/"))).toEqual(firstChecks);
    expect((await storedChecks()).find(([url]) => url === `${removedPages.url}/`)?.slice(1)).toEqual([
      "failing",
      "it does not answer",
      1,
    ]);
    expect([await isRoundDue(), Date.parse((await lastRound()).checkedAt ?? "")]).toEqual([false, expect.any(Number)]);
    expect(await isRoundDue(Date.now() + 8 * 24 * 60 * 60_000)).toBe(true);
    // Makes a round although the clock ran ahead and came back.
    expect(await isRoundDue(Date.now() - 8 * 24 * 60 * 60_000)).toBe(true);

    expect((await lastRound()).isLate).toBe(false);
    await moveToNextWeek();
    expect((await lastRound()).isLate, "no round for months").toBe(true);
    Object.assign(pages.answers, { "/missing": "back again" });
    await runRound();
    expect((await storedChecks()).filter(([url]) => url === "/broken" || url === "/missing")).toEqual([
      ["/broken", "dead", "it answers 500", 2],
      ["/missing", "ok", "", 0],
    ]);
    expect(await deadLinks(admin)).toMatchObject({ count: 3 });
  });

  test("continues where it was stopped, and counts no failure twice", async () => {
    await importPeople({ ada: [urlOf("/1")], ben: [urlOf("/2"), urlOf("/3")], cai: [urlOf("/4")] });
    const stop = new AbortController();
    pages.answers["/2"] = 500;
    pages.answers["/3"] = (_request, response) => {
      stop.abort();
      response.end();
    };
    expect(await runRound({ signal: stop.signal })).toBe("stopped");
    expect(pages.requestedPaths).toEqual(["/1", "/2", "/3"]);
    expect(await isRoundDue()).toBe(true);
    pages.requestedPaths.length = 0;
    delete pages.answers["/3"];
    expect(await runRound()).toBe("done");
    expect(pages.requestedPaths).toEqual(["/3", "/4"]);
    expect((await storedChecks()).map(([url, status]) => [url, status])).toEqual([
      ["/1", "dead"],
      ["/2", "failing"],
      ["/3", "dead"],
      ["/4", "dead"],
    ]);
  });

  test("marks nothing while this machine is offline, and distinguishes that from several dead hosts", async () => {
    const hosts = Array.from({ length: 8 }, (_, i) => `https://host-${i}.example/`);
    await importPeople({ ada: [urlOf("/first"), ...hosts.slice(0, 3)], ben: hosts.slice(3), cai: [urlOf("/last")] });
    pages.answers["/first"] = "fine";
    expect(await runRound({ lookup: failLookup })).toBe("offline");
    expect(await storedChecks()).toEqual([["/first", "ok", "", 0]]);
    expect(await isRoundDue()).toBe(true);
    // Tells editors when the round was tried.
    expect(await deadLinks(admin)).toMatchObject({ isUnderWay: true, isOpen: true, offlineAt: expect.any(String) });

    // Counts as online while a well-known host answers. Failed look-ups alone say nothing about a link.
    const lookedUpHosts: string[] = [];
    const lookup = async (host: string) => {
      lookedUpHosts.push(host);
      if (host === "host-0.example") return failLookup();
      // Answers with a private address, which is an answer of the name servers.
      return host === "example.com" ? ["10.0.0.1"] : [];
    };
    pages.answers["/last"] = "fine";
    expect(await runRound({ lookup })).toBe("done");
    expect(lookedUpHosts).toContain("example.com");
    expect(await lastRound()).toMatchObject({ isUnderWay: false, offlineAt: null });
    expect(await storedChecks()).toEqual([
      ["/first", "ok", "", 0],
      ["/last", "ok", "", 0],
      ...hosts.slice(1).map((url) => [url, "failing", "there is no such host", 1]),
    ]);
  });

  test("marks nothing while this machine is offline, however few hosts the links have", async () => {
    await importPeople({ ada: ["https://ada.example/"], ben: [] });
    expect(await runRound({ lookup: async () => [] })).toBe("offline");
    expect(await storedChecks()).toEqual([]);
    expect(await lastRound()).toMatchObject({ isUnderWay: true, offlineAt: expect.any(String) });
    expect(await runRound({ lookup: async (host: string) => (host === "example.com" ? ["10.0.0.1"] : []) })).toBe(
      "done",
    );
    expect(await storedChecks()).toEqual([["https://ada.example/", "failing", "there is no such host", 1]]);
  });

  test("deletes the check of a link that is removed from the profile, and neither shows nor opens links of a trashed profile", async () => {
    await importPeople({ ada: [urlOf("/1"), urlOf("/2")], ben: [urlOf("/3")] });
    await runRound();
    const edited = await editExpert(admin, "ada", { referenceLinks: [`Renamed|${urlOf("/2")}`] }, { origin });
    expect((await storedChecks()).map(([url]) => url)).toEqual(["/2", "/3"]);
    // Removes the link while it is being opened.
    await moveToNextWeek();
    pages.answers["/2"] = async (_request, response) => {
      await editExpert(admin, "ada", { referenceLinks: [], updatedAt: edited.updatedAt }, { origin });
      response.writeHead(500).end();
    };
    await runRound();
    expect((await storedChecks()).map(([url]) => url)).toEqual(["/3"]);
    await trashExpert(admin, "ben");
    expect(await deadLinks(admin)).toMatchObject({ count: 0 });
    pages.requestedPaths.length = 0;
    await moveToNextWeek();
    expect([await runRound(), pages.requestedPaths]).toEqual(["done", []]);
  });

  test("keeps the check of an image's address while the profile has it", async () => {
    await importPeople({ ada: [urlOf("/1")] });
    const { rowId, updatedAt } = await db
      .updateTable("experts")
      .set({ imageUrl: urlOf("/face.png"), productImageUrl: urlOf("/box.png") })
      .returning(["rowId", "updatedAt"])
      .executeTakeFirstOrThrow();
    const problems = new Map(["/face.png", "/box.png", "/else.png"].map((path) => [urlOf(path), "it answers 404"]));
    await storeImageProblems(db, rowId, problems);
    const imageChecks = async () => (await storedChecks()).map(([url, status]) => [url, status]);
    const bothImages = [
      ["/box.png", "failing"],
      ["/face.png", "failing"],
    ];
    expect(await imageChecks()).toEqual(bothImages);
    const edited = await editExpert(admin, "ada", { title: "Dr.", updatedAt }, { origin });
    expect(await imageChecks()).toEqual(bothImages);
    await editExpert(admin, "ada", { imageUrl: "", updatedAt: edited.updatedAt }, { origin });
    expect(await imageChecks()).toEqual([["/box.png", "failing"]]);
    pages.answers["/1"] = "fine";
    await runRound();
    expect(await storedChecks()).toContainEqual(["/1", "ok", "", 0]);
    expect([...(await imageProblems(rowId)).keys()]).toEqual([urlOf("/box.png")]);
  });

  test("starts with the server and stops with it", async () => {
    await importPeople({ ada: [urlOf("/1")], ben: [urlOf("/never")] });
    const request = new Promise<void>((markRequested) => {
      pages.answers["/never"] = () => markRequested();
    });
    const checks = startLinkChecks({ firstAfterMs: 0, pauseMs: 0 });
    await request;
    await checks.stop();
    expect((await storedChecks()).map(([url]) => url)).toEqual(["/1"]);
    expect(await isRoundDue()).toBe(true);
  });
});

describe("D54 dead links in the admin area", () => {
  test("are listed by expert with their reasons, the latest first", async () => {
    await importPeople({ ada: [urlOf("/1"), urlOf("/2")], ben: [urlOf("/3")], cai: [] });
    await runRound();
    const { experts, hasMore } = await deadLinksPage(admin, 1);
    expect(experts.map(({ slug, links }) => [slug, links.map(({ reason }) => reason)]).sort()).toEqual([
      ["ada", ["it answers 404", "it answers 404"]],
      ["ben", ["it answers 404"]],
    ]);
    expect(hasMore).toBe(false);
    expect(await deadLinksPage(admin, 2)).toEqual({ experts: [], hasMore: false });
  });

  test("can be checked again for one expert, which is audited", async () => {
    await importPeople({ ada: [urlOf("/1"), urlOf("/2")], ben: [urlOf("/3")] });
    await runRound();
    const { id } = await db.selectFrom("experts").select("id").where("slug", "=", "ada").executeTakeFirstOrThrow();
    pages.answers["/1"] = "back";
    pages.requestedPaths.length = 0;
    await checkAgain(admin, id);
    expect(pages.requestedPaths.sort()).toEqual(["/1", "/2"]);
    expect((await storedChecks()).map(([url, status]) => [url, status])).toEqual([
      ["/1", "ok"],
      ["/2", "dead"],
      ["/3", "dead"],
    ]);
    expect(await remainingDeadLinks(admin, id)).toEqual({ name: "ada", left: 1 });
    const { action, detail } = await db
      .selectFrom("auditLog")
      .select(["action", "detail"])
      .orderBy("rowId", "desc")
      .executeTakeFirstOrThrow();
    expect([action, detail]).toEqual(["links checked", "1 of 2 answer"]);
    await expect(checkAgain(admin, "nobody")).rejects.toMatchObject({ problem: "missing" });
  });
});
