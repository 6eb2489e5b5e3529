/** Tests passkeys of a simulated device. test/browser tests the passkeys of a browser. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, signIn, signUp } from "../support/accounts";
import { makePasskey } from "../support/authenticator";
import { form, get, getJson, json } from "../support/requests";
import { setCookie, setUpApp, sql } from "../support/second-factors";
import { type Site, startSite } from "../support/site";

const SITE = { origin: "https://longevity.example", rpId: "longevity.example" };

let site: Site;
let siteWithoutHttps: Site;
beforeAll(async () => {
  [site, siteWithoutHttps] = await Promise.all([
    startSite({ env: { SITE_URL: SITE.origin, TRUST_PROXY: "on", RATE_LIMIT: "off" } }),
    startSite({ env: { SITE_URL: "http://longevity.example", RATE_LIMIT: "off" } }),
  ]);
});
afterAll(async () => {
  for (const server of [site, siteWithoutHttps]) await server?.stop();
});

type Person = Awaited<ReturnType<typeof signUp>>;
type Signing = Partial<Parameters<ReturnType<typeof makePasskey>["get"]>[1]>;

const registrationOptions = async ({ headers }: Person) =>
  (await getJson(site, "/api/account/passkeys", { headers })).body;
const signInOptions = async () => (await getJson(site, "/api/auth/passkey")).body;
const add = (person: Person, answer: object, name = "Laptop") =>
  json(site, "POST", "/api/account/passkeys", { name, answer, transports: ["internal"] }, person);
const use = (answer: object) => json(site, "POST", "/api/auth/passkey", answer);

async function withPasskey(signing: Signing = {}) {
  const [person, passkey] = [await signUp(site), makePasskey()];
  const { challenge } = await registrationOptions(person);
  const addAnswer = await add(person, passkey.create(challenge, { ...SITE, ...signing }));
  return { person, passkey, added: addAnswer };
}

describe("SF06 a passkey", () => {
  test("is added soon after signing in, gives recovery codes, and signs in alone", async () => {
    const { person, passkey, added } = await withPasskey();
    expect([added.status, added.body.recoveryCodes.length]).toEqual([201, 10]);
    const requestOptions = await signInOptions();
    expect(requestOptions).toMatchObject({ rpId: SITE.rpId, userVerification: "required", allowCredentials: [] });
    const signInAnswer = await use(passkey.get(requestOptions.challenge, SITE));
    expect([signInAnswer.status, signInAnswer.body.user.email]).toEqual([200, person.email]);
    const headers = { Cookie: cookieOf(signInAnswer.headers) };
    expect((await getJson(site, "/api/auth/user", { headers })).status).toBe(200);
    const page = await (await get(site, "/account/security", { headers })).text();
    expect(page).toContain("Laptop");
    expect((await (await get(site, "/account/data", { headers })).json()).secondFactors[0]).toEqual({
      kind: "passkey",
      name: "Laptop",
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    });
  });

  test("is the second step after a password: only the account's own passkeys, in the browser of the first step", async () => {
    const { person, passkey } = await withPasskey();
    const { body } = await getJson(site, "/api/auth/captcha");
    const [, a, b] = /(\d+) plus (\d+)/.exec(body.question) ?? [];
    const answer = { captchaAnswer: String(Number(a) + Number(b)), captchaExpected: body.expected };
    const firstStep = await form(site, "/login", { email: person.email, password: person.password, ...answer });
    const headers = { Cookie: setCookie(firstStep.headers, /second-step$/) };
    const { body: stepOptions } = await getJson(site, "/api/auth/passkey?step", { headers });
    expect(stepOptions.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([passkey.id]);
    const page = await (await get(site, "/login/verify", { headers })).text();
    expect(page).toContain("Recovery code");
    expect((await signIn(site, person)).status).toBe(401);
  });

  test("is refused with a challenge that was used, is somebody else's, or is not from this site", async () => {
    const { person, passkey } = await withPasskey();
    const answer = passkey.get((await signInOptions()).challenge, SITE);
    const simultaneousUses = await Promise.all([use(answer), use(answer)]);
    expect(simultaneousUses.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (const challenge of [
      (await registrationOptions(person)).challenge,
      "",
      "AAAA",
      Buffer.from("a.9e99.b").toString("base64url"),
    ])
      expect((await use(passkey.get(challenge, SITE))).status, challenge).toBe(400);
    const [stranger, otherPasskey] = [await signUp(site), makePasskey()];
    for (const challenge of [(await registrationOptions(person)).challenge, (await signInOptions()).challenge])
      expect((await add(stranger, otherPasskey.create(challenge, SITE))).status).toBe(400);
  });

  test.each<[string, Signing]>([
    ["for another origin", { origin: "https://longevity.example.evil.example" }],
    ["for another site", { rpId: "evil.example" }],
    ["without its owner verified", { isVerified: false }],
  ])("is refused %s", async (_, signing) => {
    const { passkey } = await withPasskey();
    expect((await use(passkey.get((await signInOptions()).challenge, { ...SITE, ...signing }))).status).toBe(401);
    expect((await withPasskey(signing)).added.status).toBe(401);
  });

  test("is refused when its counter does not increase, because it may be a copy", async () => {
    const { passkey } = await withPasskey({ counter: 5 });
    const statusWith = async (counter: number) =>
      (await use(passkey.get((await signInOptions()).challenge, { ...SITE, counter }))).status;
    expect([
      await statusWith(5),
      await statusWith(4),
      await statusWith(0),
      await statusWith(6),
      await statusWith(6),
    ]).toEqual([401, 401, 401, 200, 401]);
  });

  test("is refused when another sign-in with the same counter was faster", async () => {
    const { passkey } = await withPasskey({ counter: 5 });
    const challenges = await Promise.all(Array.from({ length: 5 }, async () => (await signInOptions()).challenge));
    const answers = challenges.map((challenge) => passkey.get(challenge, { ...SITE, counter: 6 }));
    const statuses = await Promise.all(answers.map(async (answer) => (await use(answer)).status));
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test("is refused with another key, when it is unknown or removed, and for a disabled account", async () => {
    const { person, passkey } = await withPasskey();
    const forgedAnswer = makePasskey().get((await signInOptions()).challenge, SITE);
    expect((await use({ ...forgedAnswer, id: passkey.id, rawId: passkey.id })).status).toBe(401);
    expect((await use(makePasskey().get((await signInOptions()).challenge, SITE))).status).toBe(401);
    sql(site, "UPDATE users SET status = 'disabled' WHERE id = ?", person.id);
    expect((await use(passkey.get((await signInOptions()).challenge, SITE))).status).toBe(403);
    sql(site, "UPDATE users SET status = 'active' WHERE id = ?", person.id);
    const headers = { Cookie: cookieOf((await use(passkey.get((await signInOptions()).challenge, SITE))).headers) };
    expect((await form(site, "/account/security", { intent: "passkey", id: "none" }, { headers })).status).toBe(404);
    const foreignRemoval = await form(
      site,
      "/account/security",
      { intent: "passkey", id: passkey.id },
      await signUp(site),
    );
    expect(foreignRemoval.status).toBe(404);
    const removePage = `/account/security/remove?passkey=${passkey.id}`;
    expect(await (await get(site, "/account/security", { headers })).text()).toContain(`href="${removePage}"`);
    expect(await (await get(site, removePage, { headers })).text()).toContain("It is your only second factor");
    expect((await get(site, "/account/security/remove?passkey=none", { headers })).status).toBe(302);
    const removeAnswer = await form(site, "/account/security", { intent: "passkey", id: passkey.id }, { headers });
    expect(removeAnswer.headers.get("Location")).toBe("/account/security?saved=passkey");
    expect((await use(passkey.get((await signInOptions()).challenge, SITE))).status).toBe(401);
    expect((await signIn(site, person)).status).toBe(200);
  });

  test("belongs to one account only, and keeps existing recovery codes", async () => {
    const { person, passkey } = await withPasskey();
    const repeatedAnswer = await add(person, passkey.create((await registrationOptions(person)).challenge, SITE));
    expect(repeatedAnswer.status).toBe(409);
    const otherPerson = await signUp(site);
    expect(
      (await add(otherPerson, passkey.create((await registrationOptions(otherPerson)).challenge, SITE))).status,
    ).toBe(409);
    await setUpApp(site, otherPerson);
    const secondAnswer = await add(
      otherPerson,
      makePasskey().create((await registrationOptions(otherPerson)).challenge, SITE),
    );
    expect([secondAnswer.status, secondAnswer.body.recoveryCodes]).toEqual([201, []]);
  });

  test("is not offered without HTTPS, and pages say so", async () => {
    const person = await signUp(siteWithoutHttps);
    expect((await getJson(siteWithoutHttps, "/api/auth/passkey")).status).toBe(503);
    expect((await getJson(siteWithoutHttps, "/api/account/passkeys", person)).status).toBe(503);
    expect(await (await get(siteWithoutHttps, "/login")).text()).not.toContain("Use a passkey");
    expect(await (await get(siteWithoutHttps, "/account/security", person)).text()).toContain(
      "The operator of this site has to set its address.",
    );
    expect(await (await get(site, "/login")).text()).toContain("Use a passkey");
  });
});
