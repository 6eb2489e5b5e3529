import { expect, test } from "vitest";
import { cookieNames } from "~/http/cookies.server";
import { siteFacts } from "~/models/whole/pages/facts.server";
import { privacyText } from "./privacy-text.server";

import.meta.glob(["../../../auth/*.server.ts", "../../../http/*.server.ts"], { eager: true });

test("the privacy page names every cookie that the site sets", async () => {
  const text = privacyText({ ...(await siteFacts()), hasGoogle: true, hasOrcid: true });
  expect(cookieNames.size).toBeGreaterThan(5);
  expect([...cookieNames].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
