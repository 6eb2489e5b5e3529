import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { cookieNames } from "~/http/cookies.server";
import { siteFacts } from "~/models/whole/pages/facts.server";
import { privacyText } from "./privacy-text.server";

test("the privacy page names every cookie that the site sets", async () => {
  const moduleNames = (folder: string) =>
    readdirSync(folder).flatMap((file) => (file.endsWith(".server.ts") ? file.slice(0, -".ts".length) : []));
  for (const name of moduleNames("app/auth")) await import(`../../../auth/${name}.ts`);
  for (const name of moduleNames("app/http")) await import(`../../../http/${name}.ts`);
  const text = privacyText({ ...(await siteFacts()), hasGoogle: true, hasOrcid: true });
  expect(cookieNames.size).toBeGreaterThan(5);
  expect([...cookieNames].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("PB25 the privacy page says who counts page views, and that only Google Analytics sets cookies", async () => {
  const facts = await siteFacts();
  const textWith = (changes: Partial<typeof facts>) => privacyText({ ...facts, ...changes });
  const noStatistics = " There are no visitor statistics.";
  expect(textWith({ analytics: null, countsVisits: false })).toContain(noStatistics);
  expect(textWith({ analytics: null, countsVisits: true })).not.toContain(noStatistics);
  const analytics = (provider: "plausible" | "ga4") => ({ provider, id: "x", host: "stats.example" }) as never;
  const sentData = "at stats.example, which gets the address of the page and your IP address.";
  expect(textWith({ analytics: analytics("plausible") })).toContain(
    ` Page views are counted by Plausible ${sentData} With *Save data* they are not counted.`,
  );
  expect(textWith({ analytics: analytics("ga4") })).toContain(
    ` Page views are counted by Google Analytics ${sentData} It sets cookies of its own (\`_ga\`). With *Save data* they are not counted.`,
  );
});
