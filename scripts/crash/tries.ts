/** Counts of tries over kill -9 and a restart (reliability.md 23). */
import { answered, signIn, signUp, somebody } from "../../test/support/accounts";
import { json } from "../../test/support/requests";
import type { Site } from "../../test/support/site";
import type { Figure } from "../bench/figures";
import { inFolder, never } from "./parts";
import { kill, startTimed } from "./sites";

/** Each limit is used up in two halves, with a kill -9 between; then the next one is refused, and forged addresses add none. */
export function tries(): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const found: string[] = [];
    const expect = (what: string, is: unknown, should: unknown) => {
      if (is !== should) found.push(`${what}: ${is} instead of ${should}`);
    };
    let { site } = await startTimed({ dataDir });
    const owner = await signUp(site);
    const wrong = (at: Site, forged = "") =>
      signIn(
        at,
        { ...owner, password: "not the password 17" },
        { headers: forged ? { "X-Forwarded-For": forged } : {} },
      );
    const reset = async (at: Site) => {
      const body = { email: owner.email, ...(await answered(at)) };
      return json(at, "POST", "/api/auth/forgot-password", body);
    };
    const register = async (at: Site) =>
      json(at, "POST", "/api/auth/register", { ...somebody(), ...(await answered(at)) });

    for (let time = 0; time < 3; time++) expect("a wrong try", (await wrong(site)).status, 401);
    for (let time = 0; time < 3; time++) expect("a reset mail", (await reset(site)).status, 200);
    for (let time = 0; time < 5; time++) expect("a sign-up", (await register(site)).status, 201);
    await kill(site);
    ({ site } = await startTimed({ dataDir }));
    for (let time = 0; time < 2; time++) expect("a wrong try", (await wrong(site)).status, 401);
    for (let time = 0; time < 2; time++) expect("a reset mail", (await reset(site)).status, 200);
    for (let time = 0; time < 4; time++) expect("a sign-up", (await register(site)).status, 201);

    for (const [what, answer] of [
      ["the sixth wrong try", await wrong(site)],
      ["a try with a forged address", await wrong(site, "203.0.113.9")],
      ["the right password now", await signIn(site, owner)],
      ["the sixth reset mail", await reset(site)],
      ["the eleventh sign-up", await register(site)],
    ] as const) {
      expect(what, answer.status, 429);
      const wait = Number(answer.headers.get("Retry-After"));
      expect(`${what} says how long to wait`, wait > 0 && wait <= 3_600, true);
    }
    await kill(site);
    ({ site } = await startTimed({ dataDir }));
    expect("still refused after a second kill", (await wrong(site)).status, 429);
    await site.stop();
    return [never("limits that a kill changed", found)];
  });
}
