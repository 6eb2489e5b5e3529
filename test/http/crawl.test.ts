/** Following every link, as a visitor and as an admin: none leads nowhere. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crawl } from "../support/crawl";
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
