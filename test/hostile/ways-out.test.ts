/** Tests ways out of the site and of its folders: every `returnTo`, and every path to a file. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PASSWORD, solveCaptcha } from "../support/accounts";
import { askChecked, type CheckedAnswer, type CheckedRequest, sendJson, urlencoded } from "../support/checked-requests";
import { EVIL_HOST, redirects, toWellFormed, traversals } from "../support/hostile-strings";
import { addressOf, builtRoutes } from "../support/routes";
import { findForms } from "./forms";
import { sharedWorld } from "./world";

const world = sharedWorld();
const { ids: recordIds, people } = world;
const targets = [...redirects, `/${"a/../".repeat(300)}/${EVIL_HOST}`, `/${"x".repeat(5_000)}`];

/** Works as `askChecked`, which fails on redirects to other sites, and checks the links of the page as well. */
async function askHome(question: CheckedRequest): Promise<CheckedAnswer> {
  const answer = await askChecked(world, question);
  const links = [...answer.text.matchAll(/\s(?:href|action|formaction|content)="(?:\d+;\s*url=)?([^"]*)"/gi)];
  const foreignLinks = links.filter(([, link = ""]) => {
    const address = link.replaceAll("&amp;", "&");
    const base = "http://localhost/some/page";
    return URL.canParse(address, base) && new URL(address, base).hostname.includes(EVIL_HOST);
  });
  expect([question.path, foreignLinks.map(([, link]) => link)]).toEqual([question.path, []]);
  return answer;
}

describe("reliability 16 redirects stay home", () => {
  test("for any returnTo in an address, plain and encoded twice", { timeout: 300_000 }, async () => {
    const ids: Record<string, string> = {
      experts: recordIds.expert,
      articles: recordIds.article,
      users: people.victim.id,
    };
    const deletions = builtRoutes().filter(({ path }) => path.endsWith("/delete"));
    const adminPages = deletions.map((route) =>
      addressOf(route, { id: ids[route.path.split("/")[2] ?? ""] ?? recordIds.image }),
    );
    for (const target of targets) {
      const query = new URLSearchParams({ returnTo: toWellFormed(target) }).toString();
      for (const path of ["/login", "/auth", "/api/auth/google", "/api/auth/google/callback", "/preferences"])
        for (const search of [query, `returnTo=${encodeURIComponent(encodeURIComponent(target))}`])
          await askHome({ path: `${path}?${search}` });
      await askHome({ path: `/login?${query}`, as: "member" });
      for (const path of adminPages) await askHome({ path: `${path}?${query}`, as: "admin" });
    }
  });

  test("for any returnTo in a form", { timeout: 300_000 }, async () => {
    const forms = (await findForms(world)).filter(({ fields }) => fields.some(({ name }) => name === "returnTo"));
    const formsByRoute = [...new Map(forms.map((form) => [form.route.id, form])).values()];
    expect(formsByRoute.length).toBeGreaterThan(2);
    for (const { action, as, fields } of formsByRoute)
      for (const target of targets) {
        const sentFields = fields.map(({ name, value }): [string, string] => [
          name,
          name === "returnTo" ? target : value,
        ]);
        await askHome({ method: "POST", path: await newTarget(action), as, ...urlencoded(sentFields) });
      }
  });

  test("after signing in", { timeout: 300_000 }, async () => {
    for (const target of targets.slice(0, 25)) {
      const fields = { email: people.victim.email, password: PASSWORD, ...(await solveCaptcha(world.site)) };
      const path = `/login?${new URLSearchParams({ returnTo: target })}`;
      await askHome({ method: "POST", path, ...urlencoded(Object.entries(fields)) });
    }
  });

  /** Creates a new record for an action that deletes its record. */
  async function newTarget(action: string): Promise<string> {
    const create = async (path: string, body: object) =>
      JSON.parse((await sendJson(world, "POST", path, body)).text).id as string;
    const name = `Gone Soon ${Math.random().toString(36).slice(2)}`;
    if (/^\/admin\/experts\/\w+\/delete/.test(action))
      return `/admin/experts/${await create("/api/admin/experts", { name, title: "x", categories: ["academic"] })}/delete`;
    if (/^\/admin\/articles\/\w+\/delete/.test(action))
      return `/admin/articles/${await create("/api/admin/articles", { title: name, body: "x" })}/delete`;
    const restorePath = /^\/admin\/(experts|articles)\/(\w+)\/restore/.exec(action);
    if (restorePath)
      await sendJson(
        world,
        "DELETE",
        `/api/${restorePath[1] === "experts" ? "" : "admin/"}${restorePath[1]}/${restorePath[2]}`,
        {},
      );
    return action;
  }
});

describe("reliability 18 no path leads out of the public folder and the uploads", () => {
  const secrets = [
    ...'SQLite format 3|root:x:0|"longevity-leaders"|createRequestHandler(|ref: refs/heads|sourcesContent'.split("|"),
    readFileSync(join(world.site.dataDir, "session-secret"), "utf8").trim(),
  ];
  async function expectPublic(path: string): Promise<void> {
    const body = (await askChecked(world, { path })).bytes.toString("latin1");
    expect([path, secrets.filter((secret) => body.includes(secret))]).toEqual([path, []]);
  }

  test("in any spelling", { timeout: 300_000 }, async () => {
    const folders =
      "/ /uploads/ /uploads/ab/ /build/ /build/_assets/ /articles/ /experts/ /admin/library/images/ /api/experts/";
    for (const folder of folders.split(" "))
      for (const path of traversals) for (const end of ["", "?x=.webp"]) await expectPublic(folder + path + end);
  });

  test("and no source maps are public", async () => {
    const files = readdirSync(join("public", "build"), { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
    for (const file of files.filter((name) => name.endsWith(".js"))) await expectPublic(`/build/${file}.map`);
  });
});
