/** Tests "Is this you?" with real servers: the three proofs, decisions of admins, and rights of the person of a claimed profile. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, signIn, signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { onPostgres, query } from "../support/database";
import { makeEmptyDirectory } from "../support/empty-directory";
import { eventually } from "../support/eventually";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { orcidOf } from "../support/open-data";
import { type OrcidServer, startOrcid } from "../support/orcid";
import { type PageServer, startPageServer } from "../support/pages";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

type Headers = Record<string, string>;
let mailbox: Mailbox;
let orcid: OrcidServer;
let pages: PageServer;
let site: Site;
let admin: Headers;
let env: Record<string, string>;
const dataDir = mkdtempSync(join(tmpdir(), "longevity-claims-"));

beforeAll(async () => {
  [mailbox, orcid, pages] = await Promise.all([startMailbox(), startOrcid(), startPageServer()]);
  env = { ...orcid.env, SMTP_URL: mailbox.url, TRUST_PROXY: "on", FETCH_PRIVATE: `127.0.0.1:${pages.port}` };
  await makeEmptyDirectory(dataDir);
  site = await startSite({ dataDir, env });
  admin = (await signUpAdmin(site)).headers;
});
afterAll(async () => {
  await site?.stop();
  await Promise.all([mailbox?.stop(), orcid?.stop(), pages?.stop()]);
  rmSync(dataDir, { recursive: true });
});

let uniqueNumber = 0;
const OWN_PAGE = "https://clara.example/";

async function addExpert({ own = OWN_PAGE, profile = "", about = "", orcid = "" } = {}) {
  const links = [own, profile, about, "https://www.linkedin.com/in/clara"].filter(Boolean);
  const linkKinds = [own && `own|${own}`, profile && `profile|${profile}`, `own|https://www.linkedin.com/in/clara`];
  const body = {
    name: `Clara Claimed ${"abcdefghijklmnopqrstuvwxyz"[uniqueNumber % 26]}${"abcdefghijklmnopqrstuvwxyz"[Math.floor(uniqueNumber++ / 26)]}x`,
    title: "Professor of Tests",
    referenceLinks: links.map((url) => `Page|${url}`),
    linkKinds: linkKinds.filter(Boolean),
    orcid,
    compared: true,
  };
  const answer = await json(site, "POST", "/api/admin/experts", body, { headers: admin });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as { id: string; slug: string; name: string };
}

const signUpPerson = async () =>
  (await signUp(site, { firstName: "Clara" })) as { id: string; email: string; headers: Headers };
const sendClaimForm = (slug: string, fields: Headers, headers: Headers) =>
  form(site, `/${slug}/claim`, fields, { headers });

async function read(path: string, headers: Headers = {}) {
  const response = await get(site, path, { headers });
  const document = parsePage(await response.text());
  const text = document.querySelector("main")?.textContent?.replace(/\s+/g, " ") ?? "";
  return { status: response.status, headers: response.headers, document, text };
}

function rows<T>(statement: string, ...values: unknown[]): Promise<T[]> {
  return query<T>(site.dataDir, statement, ...values);
}

async function tokenMailedTo(email: string): Promise<string> {
  const mail = await mailbox.mailTo(email);
  return new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? "").searchParams.get("token") ?? "";
}

const newAddress = () => `clara${++uniqueNumber}@clara.example`;

async function proveByMail(slug: string, claimant: { headers: Headers }, email = newAddress(), page = OWN_PAGE) {
  const mailAnswer = await sendClaimForm(slug, { intent: "mail", page, email }, claimant.headers);
  expect([mailAnswer.status, mailAnswer.headers.get("Location")]).toEqual([303, `/${slug}/claim?sent`]);
  const token = await tokenMailedTo(email);
  expect((await form(site, "/claim", { token }, { headers: claimant.headers })).status).toBe(303);
  return token;
}

const claimRequestsOf = (slug: string) =>
  rows<{ id: string; message: string; status: string }>(
    "SELECT requests.* FROM requests JOIN experts ON experts.rowId = expertRowId WHERE slug = ? AND kind = 'claim' ORDER BY requests.rowId DESC",
    slug,
  );
const decide = (id: string, body: object) =>
  json(site, "POST", `/api/admin/requests/${id}/decide`, body, { headers: admin });

async function makeClaimedProfile(options: Parameters<typeof addExpert>[0] = {}) {
  const [expert, claimant] = [await addExpert(options), await signUpPerson()];
  await proveByMail(expert.slug, claimant);
  const request = (await claimRequestsOf(expert.slug))[0]?.id ?? "";
  expect((await decide(request, { decision: "apply" })).body).toMatchObject({ status: "applied" });
  return { ...expert, claimant, request };
}

describe("CL01 the claim page", () => {
  test("is linked from every profile, for people with an account; visitors sign in first and return", async () => {
    const { slug } = await addExpert();
    expect((await read(`/${slug}`)).document.querySelector(`a[href="/${slug}/claim"]`)?.textContent).toBe(
      "Claim this profile",
    );
    const visitor = await get(site, `/${slug}/claim`);
    expect([visitor.status, visitor.headers.get("Location")]).toEqual([302, `/login?returnTo=%2F${slug}%2Fclaim`]);
    expect((await sendClaimForm(slug, { intent: "token", page: OWN_PAGE }, {})).headers.get("Location")).toContain(
      "/login",
    );
    const { text } = await read(`/${slug}/claim`, (await signUpPerson()).headers);
    expect(text).toContain("does not have your ORCID iD yet");
  });

  test("refuses pages and addresses that are not on the profile", async () => {
    const [{ slug }, claimant] = [await addExpert(), await signUpPerson()];
    for (const intent of ["mail", "token", "check", "constructor", ""])
      expect(
        (
          await sendClaimForm(
            slug,
            { intent, page: "https://evil.example/", email: "a@evil.example" },
            claimant.headers,
          )
        ).status,
      ).toBeGreaterThanOrEqual(400);
    expect((await get(site, "/nobody-at-all/claim", { headers: claimant.headers })).status).toBe(404);
    expect(await rows("SELECT * FROM claims WHERE userId = ?", claimant.id)).toEqual([]);
  });
});

describe("CL02 a proof by mail", () => {
  test("to the domain of the person's own page is strong, and counts once an admin confirms it", async () => {
    const { slug, claimant, name } = { ...(await addExpert()), claimant: await signUpPerson() };
    await proveByMail(slug, claimant);
    expect((await read(`/${slug}/claim`, claimant.headers)).text).toContain("An admin will check your proof");
    expect((await getJson(site, `/api/experts/${slug}`)).body).toMatchObject({ claimedAt: null, confirmedAt: null });
    const [request] = await claimRequestsOf(slug);
    expect(request?.message).toMatch(/^Strong proof\.\nclara\d+@clara\.example received a link; the own page/);
    expect((await read(`/admin/requests/${request?.id}`, admin)).text).toContain("Says: this is my profile");
    const { status, body } = await decide(request?.id ?? "", { decision: "apply" });
    expect([status, body]).toEqual([200, { id: request?.id, status: "applied", mentions: [] }]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await getJson(site, `/api/experts/${slug}`)).body.claimedAt).toContain(today);
    const profile = await read(`/${slug}`);
    expect(profile.text).toMatch(/Confirmed by the person on \d+ \w+ \d{4}/);
    // The mail about a decision waits as long as the decision can be undone.
    const waitingMails = await query(
      site.dataDir,
      "SELECT status, body FROM mails WHERE recipient = ? AND status = 'queued'",
      claimant.email,
    );
    expect(waitingMails).toMatchObject([{ body: expect.stringContaining(name) }]);
    expect(
      (await getJson(site, "/api/corrections")).body.corrections.map(({ kind }: { kind: string }) => kind),
    ).not.toContain("claim");
  });

  test("to an institution whose page does not name the address is weak", async () => {
    const [{ slug }, claimant] = [
      await addExpert({ profile: "https://www.institute-x.edu/clara" }),
      await signUpPerson(),
    ];
    await proveByMail(slug, claimant, "someone@institute-x.edu", "https://www.institute-x.edu/clara");
    expect((await claimRequestsOf(slug))[0]?.message).toContain("Weak proof: same institution only.");
  });

  const OTHER_ADDRESSES = [
    "clara@clara.example.attacker.com",
    "clara@evil-clara.example",
    "clara.example@gmail.com",
    "clara@сlara.example",
    '"clara@clara.example"@attacker.com',
    "clara@clara.example,eve@attacker.com",
    "clara@clara.example\r\nBcc: eve@attacker.com",
    "clara",
    "",
  ];

  test("is not sent to an address at another domain, or to what is no address", async () => {
    const [{ slug }, claimant] = [await addExpert(), await signUpPerson()];
    const mailsBefore = mailbox.accepted.length;
    for (const email of OTHER_ADDRESSES) {
      const answer = await sendClaimForm(slug, { intent: "mail", page: OWN_PAGE, email }, claimant.headers);
      expect(answer.status, email).toBe(400);
    }
    expect(await rows("SELECT * FROM claims WHERE userId = ?", claimant.id)).toEqual([]);
    expect(mailbox.accepted.slice(mailsBefore).filter(({ to }) => to.includes("clara.example"))).toEqual([]);
  });

  test("works once, for 24 hours, for the account that requested it", async () => {
    const [{ slug }, claimant, eve] = [await addExpert(), await signUpPerson(), await signUpPerson()];
    const email = newAddress();
    await sendClaimForm(slug, { intent: "mail", page: OWN_PAGE, email }, claimant.headers);
    const token = await tokenMailedTo(email);
    const confirm = (headers: Headers) => form(site, "/claim", { token }, { headers });
    expect((await get(site, `/claim?token=${token}`)).status).toBe(302);
    expect((await get(site, `/claim?token=${token}`, { headers: eve.headers })).status).toBe(403);
    expect((await confirm(eve.headers)).status).toBe(403);
    expect((await confirm({})).headers.get("Location")).toContain("/login");
    expect((await get(site, `/claim?token=${token}`, { headers: claimant.headers })).status).toBe(200);
    expect(await claimRequestsOf(slug), "opening the link is not enough").toEqual([]);
    const pastTime = new Date(Date.now() - 1000).toISOString();
    const [{ expiresAt }] = (await rows<{ expiresAt: string }>(
      "SELECT expiresAt FROM claims WHERE userId = ?",
      claimant.id,
    )) as [{ expiresAt: string }];
    await rows("UPDATE claims SET expiresAt = ? WHERE userId = ?", pastTime, claimant.id);
    expect((await confirm(claimant.headers)).status).toBe(400);
    await rows("UPDATE claims SET expiresAt = ? WHERE userId = ?", expiresAt, claimant.id);
    const confirmations = await Promise.all([1, 2, 3].map(() => confirm(claimant.headers)));
    expect(confirmations.filter(({ status }) => status === 303)).toHaveLength(1);
    expect((await confirm(claimant.headers)).status).toBe(400);
    expect(await claimRequestsOf(slug)).toHaveLength(1);
  });

  test("is limited, so that nobody is flooded with mails", async () => {
    const [{ slug }, claimant] = [await addExpert(), await signUpPerson()];
    const email = newAddress();
    const requestMail = async ({ headers }: { headers: Headers }) =>
      (await sendClaimForm(slug, { intent: "mail", page: OWN_PAGE, email }, headers)).status;
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push(await requestMail(claimant));
    expect(statuses).toEqual([303, 303, 429]);
    // The owner of the address may still ask after the stranger.
    expect(await requestMail(await signUpPerson())).toBe(303);
    // Others are not told how often somebody asked; the number of mails is limited all the same.
    for (let n = 0; n < 8; n++) expect(await requestMail(await signUpPerson())).toBe(303);
    expect(await rows("SELECT id FROM mails WHERE recipient = ?", email)).toHaveLength(5);
  });
});

describe("CL03 a proof by ORCID", () => {
  /** Begins a sign-in at ORCID. Returns the browser's cookie and ORCID's answer. */
  async function beginSignIn(slug: string, { headers }: { headers: Headers }) {
    const start = await get(site, `/api/auth/orcid?profile=${slug}`, { headers });
    const cookie = start.headers.getSetCookie().map((text) => text.split(";")[0]);
    const redirect = await fetch(start.headers.get("Location") ?? "", { redirect: "manual" });
    return { cookie: cookie.join("; "), back: new URL(redirect.headers.get("Location") ?? "").searchParams };
  }

  /** Signs in at ORCID and returns with its answer. */
  async function signInAt(slug: string, headers: Headers, { callbackAs = headers } = {}) {
    const start = await get(site, `/api/auth/orcid?profile=${slug}`, { headers });
    const cookie = start.headers
      .getSetCookie()
      .map((text) => text.split(";")[0])
      .join("; ");
    const redirect = await fetch(start.headers.get("Location") ?? "", { redirect: "manual" });
    const callback = new URL(redirect.headers.get("Location") ?? "");
    const finish = (as: Headers = callbackAs) =>
      get(site, callback.pathname + callback.search, { headers: { Cookie: `${as.Cookie}; ${cookie}` } });
    return { start, back: callback, answer: await finish(), finish };
  }

  test("the iD on the record is a proof", async () => {
    const CLARA = orcidOf(1);
    const [{ slug }, claimant] = [await addExpert({ orcid: CLARA }), await signUpPerson()];
    orcid.id = CLARA;
    const { start, answer } = await signInAt(slug, claimant.headers);
    const parameters = new URL(start.headers.get("Location") ?? "").searchParams;
    expect([
      parameters.get("code_challenge_method"),
      parameters.get("scope"),
      Boolean(parameters.get("nonce") && parameters.get("state")),
    ]).toEqual(["S256", "openid", true]);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/${slug}/claim`]);
    expect((await claimRequestsOf(slug))[0]?.message).toContain(`Signed in at ORCID as ${CLARA}`);
  });

  const secondsFromNow = (from: number) => Math.floor(Date.now() / 1_000) + from;

  test("a clock that is a minute ahead is accepted", async () => {
    const CLARA = orcidOf(6);
    const [{ slug }, claimant] = [await addExpert({ orcid: CLARA }), await signUpPerson()];
    Object.assign(orcid, { id: CLARA, changedClaims: { iat: secondsFromNow(60) } });
    expect((await signInAt(slug, claimant.headers)).answer.headers.get("Location")).toBe(`/${slug}/claim`);
    orcid.changedClaims = {};
  });

  test("a namesake's iD, a wrong token and a denial prove nothing", async () => {
    const CLARA = orcidOf(2);
    const [{ slug }, claimant] = [await addExpert({ orcid: CLARA }), await signUpPerson()];
    for (const [orcidAnswer, reason] of [
      [{ id: "0000-0001-5109-3700" }, "other"],
      [{ id: "Clara Claimed" }, "failed"],
      [{ id: CLARA, changedClaims: { nonce: "another" } }, "failed"],
      [{ id: CLARA, changedClaims: { aud: "another" } }, "failed"],
      [{ id: CLARA, changedClaims: { iss: "https://evil.example" } }, "failed"],
      [{ id: CLARA, changedClaims: { iat: secondsFromNow(3_600) } }, "failed"],
      [
        {
          id: CLARA,
          changedClaims: { iat: secondsFromNow(10 * 365 * 86_400), exp: secondsFromNow(11 * 365 * 86_400) },
        },
        "failed",
      ],
      [{ id: CLARA, changedClaims: { iat: secondsFromNow(-2 * 86_400), exp: secondsFromNow(-86_400) } }, "failed"],
      [{ id: CLARA, changedClaims: { exp: secondsFromNow(-3_600) } }, "failed"],
      [{ id: CLARA, changedClaims: { iat: "soon" } }, "failed"],
      [{ id: CLARA, refusesConsent: true }, "other"],
    ] as const) {
      Object.assign(orcid, { changedClaims: {}, refusesConsent: false }, orcidAnswer);
      const { answer } = await signInAt(slug, claimant.headers);
      expect(answer.headers.get("Location"), JSON.stringify(orcidAnswer)).toBe(`/${slug}/claim?orcid=${reason}`);
    }
    Object.assign(orcid, { changedClaims: {}, refusesConsent: false });
    expect(await claimRequestsOf(slug)).toEqual([]);
    expect((await read(`/${slug}/claim?orcid=other`, claimant.headers)).text).toContain(
      "an ORCID iD that is not the one on this profile",
    );
  });

  test("an answer works once, for the account that began", async () => {
    const CLARA = orcidOf(3);
    const [{ slug }, claimant, eve] = [await addExpert({ orcid: CLARA }), await signUpPerson(), await signUpPerson()];
    orcid.id = CLARA;
    expect((await signInAt(slug, claimant.headers, { callbackAs: eve.headers })).answer.headers.get("Location")).toBe(
      `/${slug}/claim?orcid=failed`,
    );
    const { finish } = await signInAt(slug, claimant.headers);
    expect((await finish()).headers.get("Location")).toBe(`/${slug}/claim?orcid=failed`);
    expect((await get(site, "/api/auth/orcid/callback?code=x&state=y", { headers: claimant.headers })).status).toBe(
      400,
    );
    expect(await claimRequestsOf(slug)).toHaveLength(1);
  });

  test("an answer counts only for its own sign-in, and only unchanged", async () => {
    const CLARA = orcidOf(4);
    const [{ slug }, claimant, eve] = [await addExpert({ orcid: CLARA }), await signUpPerson(), await signUpPerson()];
    orcid.id = CLARA;
    const failedAddress = `/${slug}/claim?orcid=failed`;
    const [firstSignIn, otherSignIn, evesSignIn] = [
      await beginSignIn(slug, claimant),
      await beginSignIn(slug, claimant),
      await beginSignIn(slug, eve),
    ];
    const finish = async ({ cookie }: { cookie: string }, search: URLSearchParams, as = claimant) => {
      const headers = { Cookie: `${as.headers.Cookie}; ${cookie}` };
      return (await get(site, `/api/auth/orcid/callback?${search}`, { headers })).headers.get("Location");
    };
    expect(await finish(otherSignIn, firstSignIn.back), "the state of another sign-in").toBe(failedAddress);
    expect(await finish(firstSignIn, evesSignIn.back), "somebody else's answer").toBe(failedAddress);
    const code = new URLSearchParams({
      ...Object.fromEntries(firstSignIn.back),
      code: evesSignIn.back.get("code") ?? "",
    });
    expect(await finish(firstSignIn, code), "somebody else's code").toBe(failedAddress);
    for (const [name, value] of Object.entries({
      iss: "https://evil.example",
      response: "eyJhbGciOiJub25lIn0.e30.",
      id_token: "eyJhbGciOiJub25lIn0.e30.",
      state: "",
      code: "",
      error: "server_error",
    })) {
      const attempt = await beginSignIn(slug, claimant);
      attempt.back.set(name, value);
      expect(await finish(attempt, attempt.back), name).toBe(failedAddress);
    }
    const withTwoStates = await beginSignIn(slug, claimant);
    withTwoStates.back.append("state", "another");
    expect(await finish(withTwoStates, withTwoStates.back), "two states").toBe(failedAddress);
    expect(await claimRequestsOf(slug)).toEqual([]);
    const finalAttempt = await beginSignIn(slug, claimant);
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(finalAttempt, finalAttempt.back)));
    expect(answers.filter((answer) => answer === `/${slug}/claim`)).toHaveLength(1);
    expect(await claimRequestsOf(slug)).toHaveLength(1);
  });

  test("is not offered without an iD on the record", async () => {
    const [{ slug }, claimant] = [await addExpert(), await signUpPerson()];
    expect((await get(site, `/api/auth/orcid?profile=${slug}`, { headers: claimant.headers })).status).toBe(400);
    expect((await get(site, `/api/auth/orcid?profile=${slug}`)).status).toBe(302);
  });
});

describe("CL04 a proof by a token on a page", () => {
  async function startClaim(kind: "own" | "about" = "own") {
    const path = `/page-${++uniqueNumber}`;
    const [{ slug }, claimant] = [await addExpert({ [kind]: pages.url + path }), await signUpPerson()];
    expect((await sendClaimForm(slug, { intent: "token", page: pages.url + path }, claimant.headers)).status).toBe(303);
    const token = (await read(`/${slug}/claim`, claimant.headers)).document.querySelector("code")?.textContent ?? "";
    expect(token).toMatch(/^longevity-claim-[0-9a-f]{32}$/);
    const check = (headers = claimant.headers) => sendClaimForm(slug, { intent: "check" }, headers);
    return { slug, claimant, token, path, check };
  }

  test("is weak on a page that is only about the person", async () => {
    const { slug, token, path, check } = await startClaim("about");
    pages.answers[path] = `<p>I am ${token}</p>`;
    expect((await check()).status).toBe(303);
    expect((await claimRequestsOf(slug))[0]?.message).toContain("Weak proof: a page about the person");
  });

  test("counts only in the visible text of the page itself", async () => {
    const { slug, token, path, check } = await startClaim();
    pages.answers[path] = `<!-- ${token} --><p title="${token}">Nothing</p><div id="comments">${token}</div>`;
    expect((await check()).status).toBe(400);
    pages.answers[path] = 404;
    expect((await check()).status).toBe(400);
    pages.answers[path] = (_, response) =>
      response.writeHead(302, { Location: `http://localhost:${pages.port}/else` }).end();
    pages.answers["/else"] = `<p>${token}</p>`;
    expect((await check()).status, "another host").toBe(400);
    expect(await claimRequestsOf(slug)).toEqual([]);
    pages.answers[path] = `<p>I am ${token}</p>`;
    expect((await check()).status).toBe(303);
    expect((await claimRequestsOf(slug))[0]?.message).toContain(
      `The token was found on ${pages.url}${path}: “…I am ${token}…”`,
    );
  });

  test("does not count for another page that is chosen while the first is read", async () => {
    const [weakPath, strongPath] = [`/page-${++uniqueNumber}`, `/page-${++uniqueNumber}`];
    const [{ slug }, claimant] = [
      await addExpert({ about: pages.url + weakPath, own: pages.url + strongPath }),
      await signUpPerson(),
    ];
    const choose = (path: string) => sendClaimForm(slug, { intent: "token", page: pages.url + path }, claimant.headers);
    await choose(weakPath);
    const token = (await read(`/${slug}/claim`, claimant.headers)).document.querySelector("code")?.textContent ?? "";
    pages.answers[weakPath] = async (_, response) => {
      await choose(strongPath);
      response.writeHead(200, { "Content-Type": "text/html" }).end(`<p>${token}</p>`);
    };
    expect((await sendClaimForm(slug, { intent: "check" }, claimant.headers)).status).toBe(409);
    expect(await claimRequestsOf(slug)).toEqual([]);
  });

  test("belongs to its account and profile, for 7 days", async () => {
    const [firstClaim, otherClaim] = [await startClaim(), await startClaim()];
    pages.answers[firstClaim.path] = `<p>${otherClaim.token}</p>`;
    expect((await firstClaim.check()).status, "of another profile").toBe(400);
    pages.answers[firstClaim.path] = `<p>${firstClaim.token}</p>`;
    expect((await firstClaim.check(otherClaim.claimant.headers)).status, "by another account").toBe(404);
    await rows(
      "UPDATE claims SET expiresAt = ? WHERE userId = ?",
      new Date(Date.now() - 1).toISOString(),
      firstClaim.claimant.id,
    );
    expect((await firstClaim.check()).status, "too late").toBe(404);
  });

  test("is not offered for a page that many people can write to", async () => {
    const [{ slug }, claimant] = [await addExpert(), await signUpPerson()];
    const fields = { intent: "token", page: "https://www.linkedin.com/in/clara" };
    expect((await sendClaimForm(slug, fields, claimant.headers)).status).toBe(400);
  });
});

describe("CL05 two claims of one profile", () => {
  test("only one takes effect; the other goes to the admins, is told so, and can follow", async () => {
    const [{ slug }, claimant, otherClaimant] = [await addExpert(), await signUpPerson(), await signUpPerson()];
    await proveByMail(slug, claimant);
    await proveByMail(slug, otherClaimant);
    const [secondRequest, firstRequest] = await claimRequestsOf(slug);
    expect(secondRequest?.message).toContain("Another account claims this profile, too.");
    const { document } = await read("/admin/requests", admin);
    for (const [request, { email }] of [[firstRequest, claimant] as const, [secondRequest, otherClaimant] as const]) {
      const row = document.querySelector(`a[href="/admin/requests/${request?.id}"]`)?.closest("tr");
      expect(row?.textContent, "the claimant").toContain(email);
    }
    const decisions = await Promise.all(
      [firstRequest, secondRequest].map((request) => decide(request?.id ?? "", { decision: "apply" })),
    );
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
    const latecomer = await signUpPerson();
    expect((await read(`/${slug}/claim`, latecomer.headers)).text).toContain("Another account has already claimed");
    const [winner, loser] =
      decisions[0]?.status === 200 ? [firstRequest, secondRequest] : [secondRequest, firstRequest];
    expect((await decide(winner?.id ?? "", { decision: "reject" })).status, "without a reason").toBe(400);
    expect((await decide(winner?.id ?? "", { decision: "reject", notes: "Not them." })).status).toBe(200);
    expect((await getJson(site, `/api/experts/${slug}`)).body.claimedAt).toBeNull();
    expect((await decide(loser?.id ?? "", { decision: "apply" })).status).toBe(200);
    expect((await decide(loser?.id ?? "", { decision: "remove" })).status).toBe(409);
  });

  test("a second claim of the same account is refused", async () => {
    const [{ slug }, claimant] = [await addExpert(), await signUpPerson()];
    const addresses = [newAddress(), newAddress()];
    await proveByMail(slug, claimant);
    await sendClaimForm(slug, { intent: "mail", page: OWN_PAGE, email: addresses[0] as string }, claimant.headers);
    const token = await tokenMailedTo(addresses[0] as string);
    expect((await form(site, "/claim", { token }, { headers: claimant.headers })).status).toBe(409);
  });
});

describe("CL06 the person's own profile", () => {
  test("can be changed in every field and with a portrait, goes first in the queue, and shows who changed what", async () => {
    const { slug, claimant, name } = await makeClaimedProfile();
    expect(
      (await read("/my-submissions", claimant.headers)).document.querySelector(`a[href="/my-profile/${slug}"]`)
        ?.textContent,
    ).toBe(name);
    const ownPage = async () => (await read(`/my-profile/${slug}`, claimant.headers)).text;
    expect(await ownPage()).not.toContain("There is one");
    const { document } = await read(`/my-profile/${slug}/edit`, claimant.headers);
    const body = new FormData();
    for (const field of document.querySelectorAll<HTMLInputElement>("main form [name]"))
      if (!["file", "checkbox", "radio"].includes(field.type) && field.name !== "step")
        body.append(field.name, field.value);
    body.set("interests", "Owns shares.");
    body.set("title", "Director of Tests");
    body.append("imageUrlFile", new Blob([new Uint8Array(await testImage())], { type: "image/png" }), "me.png");
    const send = () => {
      const headers = { Origin: site.url, ...claimant.headers };
      return fetch(`${site.url}/my-profile/${slug}/edit`, { method: "POST", body, redirect: "manual", headers });
    };
    // A picture needs its author and why it may be shown.
    const refusal = await send();
    expect([refusal.status, await refusal.text()]).toEqual([
      400,
      expect.stringContaining("Please choose why the picture may be shown here."),
    ]);
    body.set("imageUrlLicence", "permission");
    body.set("imageUrlAuthor", "Fay Photo");
    expect(await (await send()).text()).toContain("Please say who gave the permission.");
    body.set("imageUrlPermission", "Example Institute");
    const sendAnswer = await send();
    expect(sendAnswer.status, await sendAnswer.text()).toBe(303);
    const id = sendAnswer.headers.get("Location")?.split("/").at(-1) ?? "";
    const pendingSubmissions = (
      await getJson(site, "/api/admin/submissions/paginated?status=pending", { headers: admin })
    ).body.submissions;
    expect(pendingSubmissions[0]).toMatchObject({ id, title: "Director of Tests", interests: "Owns shares." });
    expect(pendingSubmissions[0].changedFields.sort()).toEqual(["imageUrl", "interests", "title"]);
    const { text: review } = await read(`/admin/submissions/${id}`, admin);
    expect(review).toContain("From the person");
    expect(review).toContain("Fay Photo");
    expect((await json(site, "POST", `/api/admin/submissions/${id}/approve`, {}, { headers: admin })).status).toBe(200);
    expect((await getJson(site, `/api/experts/${slug}`)).body.image.credit).toEqual({
      author: "Fay Photo",
      licence: "with permission of Example Institute",
      licenceUrl: "",
      source: "",
    });
    const text = await ownPage();
    expect(text).toContain("There is one");
    expect(text).toMatch(/, you: Title, Portrait, and Disclosed interests/);
    expect(text).not.toMatch(/mail\.example|Admin/);
  });

  test("keeps what was typed when the session has ended, to be sent again after signing in", async () => {
    const { slug, claimant } = await makeClaimedProfile();
    const path = `/my-profile/${slug}/edit`;
    await rows("DELETE FROM sessions WHERE userId = ?", claimant.id);
    const answer = await form(
      site,
      path,
      { title: "Typed late" },
      { headers: { ...claimant.headers, Accept: "text/html" } },
    );
    const document = parsePage(await answer.text());
    const input = document.querySelector<HTMLInputElement>(`form[action="${path}"] [name="title"]`);
    expect([answer.status, input?.value]).toEqual([401, "Typed late"]);
    expect(document.querySelector("main")?.textContent).toContain("Send again");
  });

  test("is closed to everybody else", async () => {
    const { slug } = await makeClaimedProfile();
    const eve = await signUpPerson();
    for (const path of [`/my-profile/${slug}`, `/my-profile/${slug}/edit`]) {
      expect((await get(site, path, { headers: eve.headers })).status).toBe(404);
      expect((await get(site, path)).status).toBe(302);
      expect((await form(site, path, {}, { headers: eve.headers })).status).toBe(404);
      expect((await form(site, path, {})).headers.get("Location")).toContain("/login");
    }
  });
});

test("CL07 once a year a mail asks whether the profile is still right, and one press confirms it", async () => {
  const { slug, claimant } = await makeClaimedProfile();
  const oldTime = "2020-01-01T00:00:00.000Z";
  await rows("UPDATE claims SET confirmedAt = ? WHERE userId = ?", oldTime, claimant.id);
  // The hourly maintenance also runs at the start.
  await site.stop();
  site = await startSite({ dataDir, env });
  const link = await eventually(() => {
    const mail = mailbox.accepted.find(({ to, text }) => to === claimant.email && text.includes("/still-right"));
    return new URL(/https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  });
  expect((await getJson(site, `/api/experts/${slug}`)).body.confirmedAt, "nothing yet").toBe(oldTime);
  const page = await read(link.pathname + link.search);
  expect(page.document.querySelector(`a[href="/my-profile/${slug}/edit"]`)).not.toBeNull();
  const token = link.searchParams.get("token") ?? "";
  expect((await form(site, "/still-right", { token: "x" })).status).toBe(404);
  expect((await form(site, "/still-right", { token })).headers.get("Location")).toBe("/still-right?right");
  expect((await getJson(site, `/api/experts/${slug}`)).body.confirmedAt > oldTime).toBe(true);
  expect((await form(site, "/still-right", { token })).status, "used").toBe(404);
  expect((await read("/still-right?right")).text).toContain("Thank You");

  const mail = mailbox.accepted.find(({ to, text }) => to === claimant.email && text.includes("/still-right"));
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const oneClick = new URL(mail?.headers["list-unsubscribe"]?.slice(1, -1) ?? "").pathname;
  const isAsked = async () =>
    (await getJson(site, `/api/my-profile/${slug}`, { headers: claimant.headers })).body.askedYearly;
  for (const method of ["GET", "HEAD"]) {
    const openedPage = await fetch(site.url + oneClick, { method });
    expect([openedPage.status, new URL(openedPage.url).pathname]).toEqual([200, "/still-right"]);
  }
  expect((await form(site, oneClick, { "List-Unsubscribe": "No" })).status).toBe(400);
  expect(await isAsked(), "looking ends nothing").toBe(1);
  const click = { "List-Unsubscribe": "One-Click" };
  for (const _ of [1, 2]) expect((await form(site, oneClick, click)).status).toBe(200);
  expect(await isAsked()).toBe(0);
  const stopToken = oneClick.split("/")[2] as string;
  expect((await form(site, oneClick.replace(stopToken, `${stopToken.slice(0, -1)}x`), click)).status).toBe(404);
  const response = await form(
    site,
    `/my-profile/${slug}`,
    { intent: "yearly", asked: "yes" },
    { headers: claimant.headers },
  );
  expect([response.status, await isAsked()]).toEqual([303, 1]);
  expect((await read(`/still-right?end=${stopToken}`)).text).toContain("Stop this mail?");
  const endAnswer = await form(site, `/still-right?end=${stopToken}`, { token: stopToken });
  expect([endAnswer.headers.get("Location"), await isAsked()]).toEqual(["/still-right?ended", 0]);
  expect((await read("/still-right?right")).text).toContain("Readers now see that you confirmed it today.");
  const { text: endText } = await read("/still-right?ended");
  expect(endText).toContain("We will not ask you by mail again.");
  expect(endText).not.toContain("confirmed it today");
});

test("CL10 the person chooses the works that come first, and an editor takes off a work that is not theirs for good", async () => {
  const { slug, claimant } = await makeClaimedProfile();
  const works = ["W71", "W72", "10.1000/own.73"];
  for (const [index, work] of works.entries())
    await rows(
      `INSERT INTO works (expertRowId, openalex, doi, title, year, venue, citations, status, retracted, checkedAt)
       VALUES ((SELECT rowId FROM experts WHERE slug = ?), ?, ?, ?, ?, 'Sea', 1, 'accepted', 0, '2026-01-01')`,
      slug,
      work,
      work.startsWith("10.") ? work : "",
      `Work ${index}`,
      2020 - index,
    );
  const api = `/api/my-profile/${slug}`;
  const overview = async () => (await getJson(site, api, { headers: claimant.headers })).body;
  const publicWorks = async () => (await getJson(site, `/api/experts/${slug}`)).body.works;
  const send = (body: object, headers = claimant.headers) => json(site, "POST", api, body, { headers });

  expect((await overview()).works.map(({ key }: { key: string }) => key)).toEqual(works);
  // Sends the page's own form with these works ticked.
  const tickWorks = async (...keys: string[]) => {
    const { document } = await read(`/my-profile/${slug}`, claimant.headers);
    const boxes = keys.map((key) => document.querySelector<HTMLInputElement>(`input[value="${key}"]`)?.name ?? "");
    const tickedFields = boxes.map((name, index): [string, string] => [name, keys[index] as string]);
    expect((await form(site, `/my-profile/${slug}`, [["intent", "highlight"], ...tickedFields], claimant)).status).toBe(
      303,
    );
    return (await publicWorks()).flatMap((work: { highlighted: boolean }, index: number) =>
      work.highlighted ? works[index] : [],
    );
  };
  expect(await tickWorks("W71", "10.1000/own.73")).toEqual(["W71", "10.1000/own.73"]);
  expect(await tickWorks("W72")).toEqual(["W72"]);
  expect((await publicWorks()).map(({ highlighted }: { highlighted: boolean }) => highlighted)).toEqual([
    false,
    true,
    false,
  ]);
  expect((await read(`/${slug}`)).text).toMatch(/Chosen by the person\s*Work 1.*More\s*Work 0/);
  expect((await send({ highlight: ["W99"] })).status).toBe(400);
  expect((await send({ highlight: works.concat("W1", "W2", "W3") })).status).toBe(400);
  expect((await send({ highlight: [] })).status).toBe(200);
  expect((await publicWorks()).some(({ highlighted }: { highlighted: boolean }) => highlighted)).toBe(false);

  const response = await send({ notMine: { work: "W71", why: "Another Clara wrote it." }, highlight: ["W71"] });
  expect([response.status, response.body]).toEqual([200, { request: expect.any(String), proposal: null }]);
  expect((await form(site, `/my-profile/${slug}`, { intent: "disown", work: "W71" }, claimant)).status).toBe(409);
  expect((await send({ notMine: { work: "W99" } })).status).toBe(404);
  expect((await overview()).works[0]).toMatchObject({ key: "W71", isDisowned: true });
  expect((await publicWorks()).length, "until an editor decides").toBe(3);
  const waitingRequests = await getJson(site, "/api/admin/requests?limit=100", { headers: admin });
  const request = waitingRequests.body.requests.find(({ id }: { id: string }) => id === response.body.request);
  expect(request).toMatchObject({
    kind: "work",
    field: "W71",
    fieldLabel: "Works",
    says: "Work 0, Sea, 2020",
    source: "https://openalex.org/W71",
    message: "Another Clara wrote it.",
    email: claimant.email,
  });
  const page = await read(`/admin/requests/${request.id}`, admin);
  expect(page.text).toContain("Says: this work is not mine");
  expect(page.document.querySelector("button[value=apply]")?.textContent).toBe("Remove it from the profile");
  const decide = (decision: string) =>
    json(site, "POST", `/api/admin/requests/${request.id}/decide`, { decision }, { headers: admin });
  expect((await decide("remove")).status).toBe(400);
  expect((await decide("apply")).status).toBe(200);
  expect((await publicWorks()).map(({ title }: { title: string }) => title)).toEqual(["Work 1", "Work 2"]);
  const workRows = await rows("SELECT status, highlightedAt FROM works WHERE openalex = 'W71'");
  expect(workRows, "not suggested again").toEqual([{ status: "dismissed", highlightedAt: null }]);
  const corrections = (await getJson(site, "/api/corrections")).body.corrections;
  expect(corrections[0]).toMatchObject({ kind: "work", field: "Works", profile: { slug } });
  const data = await (await get(site, "/account/data", { headers: claimant.headers })).json();
  expect(data.worksNotTheirs).toMatchObject([{ work: "W71", why: "Another Clara wrote it.", status: "applied" }]);

  const proposalAnswer = await send({ changes: { title: "Dean of Tests" }, stillRight: true, takesQuestions: true });
  expect([proposalAnswer.status, proposalAnswer.body.request]).toEqual([200, null]);
  expect(await overview()).toMatchObject({
    takesQuestions: 1,
    proposals: [{ id: proposalAnswer.body.proposal, fields: "Title" }],
  });
  expect((await send({})).status).toBe(400);
  const eve = await signUpPerson();
  expect((await send({ stillRight: true }, eve.headers)).status).toBe(404);
  expect((await getJson(site, api, { headers: eve.headers })).status).toBe(404);
  expect((await getJson(site, api)).status).toBe(401);
});

describe("CL08 a claim", () => {
  test("is in the person's data, and ends with the account", async () => {
    const { slug, claimant } = await makeClaimedProfile();
    const data = await (await get(site, "/account/data", { headers: claimant.headers })).json();
    expect(data.claims).toMatchObject([{ proof: "mail", status: "confirmed" }]);
    expect(JSON.stringify(data)).not.toContain("tokenHash");
    expect((await signIn(site, { email: claimant.email, password: PASSWORD })).status).toBe(200);
    if (!onPostgres) await rows("PRAGMA foreign_keys = on");
    expect((await json(site, "DELETE", `/api/admin/users/${claimant.id}`, undefined, { headers: admin })).status).toBe(
      200,
    );
    expect((await getJson(site, `/api/experts/${slug}`)).body.claimedAt).toBeNull();
    expect([await rows("SELECT * FROM claims WHERE userId = ?", claimant.id), await claimRequestsOf(slug)]).toEqual([
      [],
      [],
    ]);
  });

  test("ends if it was confirmed, and is rejected if it was not", async () => {
    const [claimedExpert, unconfirmedExpert, claimant] = [
      await makeClaimedProfile(),
      await addExpert(),
      await signUpPerson(),
    ];
    await proveByMail(unconfirmedExpert.slug, claimant);
    const request = (await claimRequestsOf(unconfirmedExpert.slug))[0]?.id ?? "";
    const { document } = await read(`/admin/requests/${claimedExpert.request}`, admin);
    expect(document.querySelector("[name=notes]")?.hasAttribute("required")).toBe(true);
    for (const id of [claimedExpert.request, request])
      expect((await decide(id, { decision: "reject", notes: "Not them." })).status).toBe(200);
    for (const [{ headers }, status] of [[claimedExpert.claimant, "ended"] as const, [claimant, "rejected"] as const])
      expect((await (await get(site, "/account/data", { headers })).json()).claims).toMatchObject([{ status }]);
    for (const [slug, headers, outcome] of [
      [claimedExpert.slug, claimedExpert.claimant.headers, "was ended"],
      [unconfirmedExpert.slug, claimant.headers, "was not accepted"],
    ] as const)
      expect((await read(`/${slug}/claim`, headers)).text).toContain(
        `An earlier claim of yours ${outcome}. You can try another way. The reason: Not them.`,
      );
    const subjects = await rows<{ subject: string }>(
      "SELECT subject FROM mails WHERE body LIKE '%Not them.%' AND recipient IN (?, ?)",
      claimedExpert.claimant.email,
      claimant.email,
    );
    expect(subjects.map(({ subject }) => subject).sort()).toEqual(["Our answer to your claim", "Your claim has ended"]);
    expect(
      (await get(site, `/my-profile/${claimedExpert.slug}`, { headers: claimedExpert.claimant.headers })).status,
    ).toBe(404);
  });

  test("moves with a merged profile, unless somebody holds the other", async () => {
    const [firstProfile, unclaimedProfile, thirdProfile] = [
      await makeClaimedProfile(),
      await addExpert(),
      await makeClaimedProfile(),
    ];
    const merge = (target: { id: string }, merged: { id: string }) =>
      form(site, `/admin/experts/${target.id}/merge`, { other: merged.id }, { headers: admin });
    expect((await merge(unclaimedProfile, firstProfile)).status).toBe(303);
    expect((await getJson(site, `/api/experts/${unclaimedProfile.slug}`)).body.claimedAt).not.toBeNull();
    expect(
      (await get(site, `/my-profile/${unclaimedProfile.slug}`, { headers: firstProfile.claimant.headers })).status,
    ).toBe(200);
    expect((await merge(unclaimedProfile, thirdProfile)).status).toBe(303);
    expect(
      (await get(site, `/my-profile/${unclaimedProfile.slug}`, { headers: thirdProfile.claimant.headers })).status,
    ).toBe(404);
    expect(
      (await get(site, `/my-profile/${unclaimedProfile.slug}`, { headers: firstProfile.claimant.headers })).status,
    ).toBe(200);
  });

  test("waits in the trash, and ends when the person's profile is removed", async () => {
    const { id, slug, claimant } = await makeClaimedProfile();
    expect((await json(site, "DELETE", `/api/experts/${id}`, undefined, { headers: admin })).status).toBe(200);
    expect((await get(site, `/my-profile/${slug}`, { headers: claimant.headers })).status).toBe(404);
    expect((await json(site, "POST", `/api/admin/experts/${id}/restore`, {}, { headers: admin })).status).toBe(200);
    expect((await get(site, `/my-profile/${slug}`, { headers: claimant.headers })).status).toBe(200);
    const report = { id: "leave", tokenHash: "leave", expertRowId: "" };
    await rows(
      `INSERT INTO requests (id, tokenHash, kind, status, expertRowId, field, says, should, source, message, email, notes, createdAt, confirmedAt, dueAt, isPublic)
       SELECT ?, ?, 'removal', 'open', rowId, '', '', '', '', '', 'clara@mail.example', '', '2026-01-01', '2026-01-01', '2026-02-01', 0 FROM experts WHERE id = ?`,
      report.id,
      report.tokenHash,
      id,
    );
    expect((await decide("leave", { decision: "remove" })).status).toBe(200);
    expect(await rows("SELECT * FROM claims WHERE userId = ?", claimant.id)).toEqual([]);
    expect(await rows("SELECT * FROM requests WHERE kind = 'claim' AND userId = ?", claimant.id)).toEqual([]);
    expect((await get(site, `/${slug}/claim`, { headers: claimant.headers })).status).toBe(410);
  });
});
