/** Journeys among people of whom everything is known, and people who are hard to show. */
import { adaFull, addPeople, troublemakers } from "../support/people";
import { type Site, startSite } from "../support/site";
import { test as base, expect, expectAccessible } from "./site";

export const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const site = await startSite();
      await addPeople(site, [adaFull, ...troublemakers]);
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
});

export { expect, expectAccessible };
