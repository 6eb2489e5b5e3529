import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { cookieNames } from "~/http/cookies.server";
import { siteFacts } from "~/models/whole/pages/facts.server";
import { privacyText } from "./privacy-text.server";

test("the privacy page names every cookie that the site sets", async () => {
  const named = (folder: string) =>
    readdirSync(folder).flatMap((file) => (file.endsWith(".server.ts") ? file.slice(0, -".ts".length) : []));
  for (const name of named("app/auth")) await import(`../../../auth/${name}.ts`);
  for (const name of named("app/http")) await import(`../../../http/${name}.ts`);
  const text = privacyText({ ...(await siteFacts()), hasGoogle: true, hasOrcid: true });
  expect(cookieNames.size).toBeGreaterThan(5);
  expect([...cookieNames].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
