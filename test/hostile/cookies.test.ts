/** Cookie headers that parsers read differently: a personal page is never kept and shown to somebody else. */
import { test } from "vitest";
import { expectPersonalPagesUnshared } from "./personal-pages";
import { sharedWorld } from "./world";

test("reliability 28 whatever the Cookie header looks like, the next visitor gets the public page", {
  timeout: 600_000,
}, async () => {
  await expectPersonalPagesUnshared(sharedWorld(), 400);
});
