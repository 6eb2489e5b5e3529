/** Following every link, as a visitor and as an admin: none leads nowhere. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crawl, deadAnchors } from "../support/crawl";
import { get } from "../support/requests";
import { startSite } from "../support/site";
import { makeWorld, type World } from "../support/world";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world?.site.stop());

describe("every link can be followed", () => {
  test("reliability 28 PB21 PB22 by a visitor", async () => {
    const { opened, broken } = await crawl(world.site, "/");
    expect(broken).toEqual([]);
    expect(opened.size).toBeGreaterThan(20);
  });

  test("reliability 28 EM01 by an admin", async () => {
    const { opened, broken } = await crawl(world.site, "/admin", { Cookie: world.cookies.admin });
    expect(broken).toEqual([]);
    expect(opened.size).toBeGreaterThan(40);
  });
});

test("PR08 each link within a page of a new site has its place there", async () => {
  const site = await startSite();
  const text = async (path: string) => (await get(site, path)).text();
  const paths = (xml: string) => [...xml.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = ""]) => path);
  const parts = paths(await text("/sitemap.xml"));
  const lists = parts.filter((path) => path.endsWith(".xml"));
  const pages = lists.length > 0 ? (await Promise.all(lists.map(text))).flatMap(paths) : parts;
  expect(pages.length).toBeGreaterThan(100);
  const dead: string[] = [];
  for (const path of pages) dead.push(...deadAnchors(await text(path)).map((anchor) => `${path}${anchor}`));
  await site.stop();
  expect(dead).toEqual([]);
});
