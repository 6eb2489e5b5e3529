/** Tests how somebody becomes the first admin of a site (decision D8). */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn, signUp } from "../support/accounts";
import { makeEmptyDirectory } from "../support/empty-directory";
import { getJson } from "../support/requests";
import { type Site, startSite } from "../support/site";

const run = promisify(execFile);
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "longevity-first-run-"));
  await makeEmptyDirectory(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function withSite<T>(use: (site: Site) => Promise<T>): Promise<T> {
  const site = await startSite({ dataDir });
  try {
    return await use(site);
  } finally {
    await site.stop();
  }
}

/** Returns the set-up link that the server printed before it listens. */
async function printedLink(site: Site): Promise<string | undefined> {
  return site.logs().find(({ link }) => link)?.link as string | undefined;
}

/** Runs `npm run user:admin -- …` without its set-up. */
function makeAdmin(...args: string[]) {
  const program = ["build/admin.js", "user", "admin", ...args];
  return run(process.execPath, program, { env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" } });
}

describe.sequential("D8 the first admin", () => {
  test("is made with a link that the server prints, a new one at each start", async () => {
    const [firstPrinted, secondPrinted] = [await withSite(printedLink), await withSite(printedLink)];
    expect(firstPrinted).toMatch(/^http:\/\/localhost:\d+\/setup\?token=[\w-]{43}$/);
    expect(secondPrinted).toMatch(/\/setup\?token=/);
    expect(new URL(secondPrinted ?? "").search).not.toBe(new URL(firstPrinted ?? "").search);
  });

  test("is made on the command line while the site runs, and then no link is printed", async () => {
    const person = await withSite(async (site) => {
      const person = await signUp(site);
      await expect(makeAdmin("nobody@mail.example")).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^There is no account with the address nobody@mail\.example\./),
      });
      const { stdout } = await makeAdmin(person.email);
      expect(stdout).toContain(`${person.email} is now an admin and has to sign in again.`);
      expect((await getJson(site, "/api/auth/user", { headers: person.headers })).status).toBe(401);
      const { cookie } = await signIn(site, person);
      const { body } = await getJson(site, "/api/auth/user", { headers: { Cookie: cookie } });
      expect(body).toMatchObject({ role: "admin" });
      return person;
    });
    expect((await makeAdmin(person.email)).stdout).toContain("is already an admin.");
    await expect(makeAdmin()).rejects.toMatchObject({ stderr: expect.stringContaining("user admin EMAIL") });
    expect(await withSite(printedLink)).toBeUndefined();
  });
});
