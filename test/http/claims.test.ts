/** "Is this you?": the three proofs, what admins decide, and what a claimed profile's person can do; against real servers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, signIn, signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { onPostgres, query } from "../support/database";
import { eventually } from "../support/eventually";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { orcidNumber } from "../support/open-data";
import { type Orcid, startOrcid } from "../support/orcid";
import { type Pages, startPages } from "../support/pages";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

type Headers = Record<string, string>;
let mailbox: Mailbox;
let orcid: Orcid;
let pages: Pages;
let site: Site;
let admin: Headers;
let env: Record<string, string>;
const dataDir = mkdtempSync(join(tmpdir(), "longevity-claims-"));

beforeAll(async () => {
  [mailbox, orcid, pages] = await Promise.all([startMailbox(), startOrcid(), startPages()]);
  env = { ...orcid.env, SMTP_URL: mailbox.url, TRUST_PROXY: "on", FETCH_PRIVATE: `127.0.0.1:${pages.port}` };
  site = await startSite({ dataDir, env });
  admin = (await signUpAdmin(site)).headers;
});
afterAll(async () => {
  await site?.stop();
  await Promise.all([mailbox?.stop(), orcid?.stop(), pages?.stop()]);
  rmSync(dataDir, { recursive: true });
});

let made = 0;
const OWN = "https://clara.example/";

async function addExpert({ own = OWN, profile = "", about = "", orcid = "" } = {}) {
  const links = [own, profile, about, "https://www.linkedin.com/in/clara"].filter(Boolean);
  const linkKinds = [own && `own|${own}`, profile && `profile|${profile}`, `own|https://www.linkedin.com/in/clara`];
  const body = {
    name: `Clara Claimed ${"abcdefghijklmnopqrstuvwxyz"[made % 26]}${"abcdefghijklmnopqrstuvwxyz"[Math.floor(made++ / 26)]}x`,
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

const person = async () =>
  (await signUp(site, { firstName: "Clara" })) as { id: string; email: string; headers: Headers };
const post = (slug: string, fields: Headers, headers: Headers) => form(site, `/${slug}/claim`, fields, { headers });

async function read(path: string, headers: Headers = {}) {
  const response = await get(site, path, { headers });
  const { document } = new JSDOM(await response.text()).window;
  const text = document.querySelector("main")?.textContent?.replace(/\s+/g, " ") ?? "";
  return { status: response.status, headers: response.headers, document, text };
}

function rows<T>(statement: string, ...values: unknown[]): Promise<T[]> {
  return query<T>(site.dataDir, statement, ...values);
}

async function linkTo(email: string): Promise<string> {
  const mail = await mailbox.mailTo(email);
  return new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? "").searchParams.get("token") ?? "";
}

const address = () => `clara${++made}@clara.example`;

async function provenByMail(slug: string, who: { headers: Headers }, email = address(), page = OWN) {
  const sent = await post(slug, { intent: "mail", page, email }, who.headers);
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/${slug}/claim?sent`]);
  const token = await linkTo(email);
  expect((await form(site, "/claim", { token }, { headers: who.headers })).status).toBe(303);
  return token;
}

const requestOf = (slug: string) =>
  rows<{ id: string; message: string; status: string }>(
    "SELECT requests.* FROM requests JOIN experts ON experts.rowId = expertRowId WHERE slug = ? AND kind = 'claim' ORDER BY requests.rowId DESC",
    slug,
  );
const decide = (id: string, body: object) =>
  json(site, "POST", `/api/admin/requests/${id}/decide`, body, { headers: admin });

async function claimed(options: Parameters<typeof addExpert>[0] = {}) {
  const [expert, who] = [await addExpert(options), await person()];
  await provenByMail(expert.slug, who);
  const request = (await requestOf(expert.slug))[0]?.id ?? "";
  expect((await decide(request, { decision: "apply" })).body).toMatchObject({ status: "applied" });
  return { ...expert, who, request };
}

describe("CL01 the page", () => {
  test("is linked from every profile, for people with an account; visitors sign in and come back", async () => {
    const { slug } = await addExpert();
    expect((await read(`/${slug}`)).document.querySelector(`a[href="/${slug}/claim"]`)?.textContent).toBe(
      "Claim this profile",
    );
    const visitor = await get(site, `/${slug}/claim`);
    expect([visitor.status, visitor.headers.get("Location")]).toEqual([302, `/login?returnTo=%2F${slug}%2Fclaim`]);
    expect((await post(slug, { intent: "token", page: OWN }, {})).headers.get("Location")).toContain("/login");
    const { text } = await read(`/${slug}/claim`, (await person()).headers);
    expect(text).toContain("does not say which ORCID iD is yours");
  });

  test("shows the ways that exist, and none that this site does not have", async () => {
    const bare = await startSite();
    try {
      const { headers } = await signUp(bare);
      const page = await get(bare, "/cynthia-kenyon/claim", { headers });
      const { document } = new JSDOM(await page.text()).window;
      const titles = Array.from(document.querySelectorAll("main h2"), (element) => element.textContent);
      expect(titles).toEqual(["With a page you control"]);
      expect(document.querySelector("main")?.textContent).not.toMatch(/ORCID|We send|write to you/);
    } finally {
      await bare.stop();
    }
  });

  test("takes only what is listed", async () => {
    const [{ slug }, who] = [await addExpert(), await person()];
    for (const intent of ["mail", "token", "check", "constructor", ""])
      expect(
        (await post(slug, { intent, page: "https://evil.example/", email: "a@evil.example" }, who.headers)).status,
      ).toBeGreaterThanOrEqual(400);
    expect((await get(site, "/nobody-at-all/claim", { headers: who.headers })).status).toBe(404);
    expect(await rows("SELECT * FROM claims WHERE userId = ?", who.id)).toEqual([]);
  });
});

describe("CL02 a mail", () => {
  test("to the domain of an own page proves it, and counts once an admin confirms", async () => {
    const { slug, who, name } = { ...(await addExpert()), who: await person() };
    await provenByMail(slug, who);
    expect((await read(`/${slug}/claim`, who.headers)).text).toContain("An admin will check your proof");
    expect((await getJson(site, `/api/experts/${slug}`)).body).toMatchObject({ claimedAt: null, confirmedAt: null });
    const [request] = await requestOf(slug);
    expect(request?.message).toMatch(/^Strong proof\.\nclara\d+@clara\.example received a link; the own page/);
    expect((await read(`/admin/requests/${request?.id}`, admin)).text).toContain("Says: this is my profile");
    const { status, body } = await decide(request?.id ?? "", { decision: "apply" });
    expect([status, body]).toEqual([200, { id: request?.id, status: "applied", mentions: [] }]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await getJson(site, `/api/experts/${slug}`)).body.claimedAt).toContain(today);
    const shown = await read(`/${slug}`);
    expect(shown.text).toMatch(/Confirmed by the person on \d+ \w+ \d{4}/);
    expect((await mailbox.mailTo(who.email)).text).toBeTruthy();
    // The mail of a decision waits as long as the decision can be undone.
    const waiting = await query(
      site.dataDir,
      "SELECT status, body FROM mails WHERE recipient = ? AND status = 'queued'",
      who.email,
    );
    expect(waiting).toMatchObject([{ body: expect.stringContaining(name) }]);
    expect(
      (await getJson(site, "/api/corrections")).body.corrections.map(({ kind }: { kind: string }) => kind),
    ).not.toContain("claim");
  });

  test("at an institution whose page does not name the address is a weak proof", async () => {
    const [{ slug }, who] = [await addExpert({ profile: "https://www.institute-x.edu/clara" }), await person()];
    await provenByMail(slug, who, "someone@institute-x.edu", "https://www.institute-x.edu/clara");
    expect((await requestOf(slug))[0]?.message).toContain("Weak proof: same institution only.");
  });

  test.each([
    "clara@clara.example.attacker.com",
    "clara@evil-clara.example",
    "clara.example@gmail.com",
    "clara@сlara.example",
    '"clara@clara.example"@attacker.com',
    "clara@clara.example,eve@attacker.com",
    "clara@clara.example\r\nBcc: eve@attacker.com",
    "clara",
    "",
  ])("is not sent to %j", async (email) => {
    const [{ slug }, who] = [await addExpert(), await person()];
    const before = mailbox.accepted.length;
    expect((await post(slug, { intent: "mail", page: OWN, email }, who.headers)).status).toBe(400);
    expect(await rows("SELECT * FROM claims WHERE userId = ?", who.id)).toEqual([]);
    expect(mailbox.accepted.slice(before).filter(({ to }) => to.includes("clara.example"))).toEqual([]);
  });

  test("works once, for 24 hours, for the account that asked; a forwarded one proves nothing", async () => {
    const [{ slug }, who, eve] = [await addExpert(), await person(), await person()];
    const email = address();
    await post(slug, { intent: "mail", page: OWN, email }, who.headers);
    const token = await linkTo(email);
    const confirm = (headers: Headers) => form(site, "/claim", { token }, { headers });
    expect((await get(site, `/claim?token=${token}`)).status).toBe(302);
    expect((await get(site, `/claim?token=${token}`, { headers: eve.headers })).status).toBe(403);
    expect((await confirm(eve.headers)).status).toBe(403);
    expect((await confirm({})).headers.get("Location")).toContain("/login");
    expect((await get(site, `/claim?token=${token}`, { headers: who.headers })).status).toBe(200);
    expect(await requestOf(slug), "opening the link is not enough").toEqual([]);
    const past = new Date(Date.now() - 1000).toISOString();
    const [{ expiresAt }] = (await rows<{ expiresAt: string }>(
      "SELECT expiresAt FROM claims WHERE userId = ?",
      who.id,
    )) as [{ expiresAt: string }];
    await rows("UPDATE claims SET expiresAt = ? WHERE userId = ?", past, who.id);
    expect((await confirm(who.headers)).status).toBe(400);
    await rows("UPDATE claims SET expiresAt = ? WHERE userId = ?", expiresAt, who.id);
    const all = await Promise.all([1, 2, 3].map(() => confirm(who.headers)));
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    expect((await confirm(who.headers)).status).toBe(400);
    expect(await requestOf(slug)).toHaveLength(1);
  });

  test("is limited, so that nobody is flooded", async () => {
    const [{ slug }, who] = [await addExpert(), await person()];
    const email = address();
    const ask = async ({ headers }: { headers: Headers }) =>
      (await post(slug, { intent: "mail", page: OWN, email }, headers)).status;
    const sent = [];
    for (let n = 0; n < 3; n++) sent.push(await ask(who));
    expect(sent).toEqual([303, 303, 429]);
    // The owner of the address comes after the stranger.
    expect(await ask(await person())).toBe(303);
    // Nobody is told how often others asked; mails are bounded all the same.
    for (let n = 0; n < 8; n++) expect(await ask(await person())).toBe(303);
    expect(await rows("SELECT id FROM mails WHERE recipient = ?", email)).toHaveLength(5);
  });
});

describe("CL03 ORCID", () => {
  /** Sends somebody there; gives what the browser keeps and what ORCID answers. */
  async function begin(slug: string, { headers }: { headers: Headers }) {
    const start = await get(site, `/api/auth/orcid?profile=${slug}`, { headers });
    const cookie = start.headers.getSetCookie().map((text) => text.split(";")[0]);
    const there = await fetch(start.headers.get("Location") ?? "", { redirect: "manual" });
    return { cookie: cookie.join("; "), back: new URL(there.headers.get("Location") ?? "").searchParams };
  }

  /** Follows the browser's way there and back. */
  async function signInAt(slug: string, headers: Headers, { callbackAs = headers } = {}) {
    const start = await get(site, `/api/auth/orcid?profile=${slug}`, { headers });
    const cookie = start.headers
      .getSetCookie()
      .map((text) => text.split(";")[0])
      .join("; ");
    const there = await fetch(start.headers.get("Location") ?? "", { redirect: "manual" });
    const back = new URL(there.headers.get("Location") ?? "");
    const finish = (as: Headers = callbackAs) =>
      get(site, back.pathname + back.search, { headers: { Cookie: `${as.Cookie}; ${cookie}` } });
    return { start, back, answer: await finish(), finish };
  }

  test("the iD on the record proves it", async () => {
    const CLARA = orcidNumber(1);
    const [{ slug }, who] = [await addExpert({ orcid: CLARA }), await person()];
    orcid.id = CLARA;
    const { start, answer } = await signInAt(slug, who.headers);
    const asked = new URL(start.headers.get("Location") ?? "").searchParams;
    expect([
      asked.get("code_challenge_method"),
      asked.get("scope"),
      Boolean(asked.get("nonce") && asked.get("state")),
    ]).toEqual(["S256", "openid", true]);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/${slug}/claim`]);
    expect((await requestOf(slug))[0]?.message).toContain(`Signed in at ORCID as ${CLARA}`);
  });

  const seconds = (from: number) => Math.floor(Date.now() / 1_000) + from;

  test("a clock that is a minute ahead is no reason to refuse", async () => {
    const CLARA = orcidNumber(6);
    const [{ slug }, who] = [await addExpert({ orcid: CLARA }), await person()];
    Object.assign(orcid, { id: CLARA, changed: { iat: seconds(60) } });
    expect((await signInAt(slug, who.headers)).answer.headers.get("Location")).toBe(`/${slug}/claim`);
    orcid.changed = {};
  });

  test("a namesake's iD, a wrong token and a denial prove nothing", async () => {
    const CLARA = orcidNumber(2);
    const [{ slug }, who] = [await addExpert({ orcid: CLARA }), await person()];
    for (const [wrong, reason] of [
      [{ id: "0000-0001-5109-3700" }, "other"],
      [{ id: "Clara Claimed" }, "failed"],
      [{ id: CLARA, changed: { nonce: "another" } }, "failed"],
      [{ id: CLARA, changed: { aud: "another" } }, "failed"],
      [{ id: CLARA, changed: { iss: "https://evil.example" } }, "failed"],
      [{ id: CLARA, changed: { iat: seconds(3_600) } }, "failed"],
      [{ id: CLARA, changed: { iat: seconds(10 * 365 * 86_400), exp: seconds(11 * 365 * 86_400) } }, "failed"],
      [{ id: CLARA, changed: { iat: seconds(-2 * 86_400), exp: seconds(-86_400) } }, "failed"],
      [{ id: CLARA, changed: { exp: seconds(-3_600) } }, "failed"],
      [{ id: CLARA, changed: { iat: "soon" } }, "failed"],
      [{ id: CLARA, isDenied: true }, "other"],
    ] as const) {
      Object.assign(orcid, { changed: {}, isDenied: false }, wrong);
      const { answer } = await signInAt(slug, who.headers);
      expect(answer.headers.get("Location"), JSON.stringify(wrong)).toBe(`/${slug}/claim?orcid=${reason}`);
    }
    Object.assign(orcid, { changed: {}, isDenied: false });
    expect(await requestOf(slug)).toEqual([]);
    expect((await read(`/${slug}/claim?orcid=other`, who.headers)).text).toContain("another ORCID iD");
  });

  test("an answer works once, and for the account that began", async () => {
    const CLARA = orcidNumber(3);
    const [{ slug }, who, eve] = [await addExpert({ orcid: CLARA }), await person(), await person()];
    orcid.id = CLARA;
    expect((await signInAt(slug, who.headers, { callbackAs: eve.headers })).answer.headers.get("Location")).toBe(
      `/${slug}/claim?orcid=failed`,
    );
    const { finish } = await signInAt(slug, who.headers);
    expect((await finish()).headers.get("Location")).toBe(`/${slug}/claim?orcid=failed`);
    expect((await get(site, "/api/auth/orcid/callback?code=x&state=y", { headers: who.headers })).status).toBe(400);
    expect(await requestOf(slug)).toHaveLength(1);
  });

  test("an answer counts for the sign-in that it belongs to, and only as it was sent", async () => {
    const CLARA = orcidNumber(4);
    const [{ slug }, who, eve] = [await addExpert({ orcid: CLARA }), await person(), await person()];
    orcid.id = CLARA;
    const failed = `/${slug}/claim?orcid=failed`;
    const [begun, other, eves] = [await begin(slug, who), await begin(slug, who), await begin(slug, eve)];
    const finish = async ({ cookie }: { cookie: string }, search: URLSearchParams, as = who) => {
      const headers = { Cookie: `${as.headers.Cookie}; ${cookie}` };
      return (await get(site, `/api/auth/orcid/callback?${search}`, { headers })).headers.get("Location");
    };
    expect(await finish(other, begun.back), "the state of another sign-in").toBe(failed);
    expect(await finish(begun, eves.back), "somebody else's answer").toBe(failed);
    const code = new URLSearchParams({ ...Object.fromEntries(begun.back), code: eves.back.get("code") ?? "" });
    expect(await finish(begun, code), "somebody else's code").toBe(failed);
    for (const [name, value] of Object.entries({
      iss: "https://evil.example",
      response: "eyJhbGciOiJub25lIn0.e30.",
      id_token: "eyJhbGciOiJub25lIn0.e30.",
      state: "",
      code: "",
      error: "server_error",
    })) {
      const attempt = await begin(slug, who);
      attempt.back.set(name, value);
      expect(await finish(attempt, attempt.back), name).toBe(failed);
    }
    const twice = await begin(slug, who);
    twice.back.append("state", "another");
    expect(await finish(twice, twice.back), "two states").toBe(failed);
    expect(await requestOf(slug)).toEqual([]);
    const last = await begin(slug, who);
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(last, last.back)));
    expect(answers.filter((answer) => answer === `/${slug}/claim`)).toHaveLength(1);
    expect(await requestOf(slug)).toHaveLength(1);
  });

  test("is not offered without an iD on the record", async () => {
    const [{ slug }, who] = [await addExpert(), await person()];
    expect((await get(site, `/api/auth/orcid?profile=${slug}`, { headers: who.headers })).status).toBe(400);
    expect((await get(site, `/api/auth/orcid?profile=${slug}`)).status).toBe(302);
  });
});

describe("CL04 a text on a page", () => {
  async function started(kind: "own" | "about" = "own") {
    const path = `/page-${++made}`;
    const [{ slug }, who] = [await addExpert({ [kind]: pages.url + path }), await person()];
    expect((await post(slug, { intent: "token", page: pages.url + path }, who.headers)).status).toBe(303);
    const token = (await read(`/${slug}/claim`, who.headers)).document.querySelector("code")?.textContent ?? "";
    expect(token).toMatch(/^longevity-claim-[0-9a-f]{32}$/);
    const check = (headers = who.headers) => post(slug, { intent: "check" }, headers);
    return { slug, who, token, path, check };
  }

  test("on a page that is only about the person proves it weakly", async () => {
    const { slug, token, path, check } = await started("about");
    pages.at[path] = `<p>I am ${token}</p>`;
    expect((await check()).status).toBe(303);
    expect((await requestOf(slug))[0]?.message).toContain("Weak proof: a page about the person");
  });

  test("proves it where it stands in the visible text", async () => {
    const { slug, token, path, check } = await started();
    pages.at[path] = `<!-- ${token} --><p title="${token}">Nothing</p><div id="comments">${token}</div>`;
    expect((await check()).status).toBe(400);
    pages.at[path] = 404;
    expect((await check()).status).toBe(400);
    pages.at[path] = (_, response) =>
      response.writeHead(302, { Location: `http://localhost:${pages.port}/else` }).end();
    pages.at["/else"] = `<p>${token}</p>`;
    expect((await check()).status, "another host").toBe(400);
    expect(await requestOf(slug)).toEqual([]);
    pages.at[path] = `<p>I am ${token}</p>`;
    expect((await check()).status).toBe(303);
    expect((await requestOf(slug))[0]?.message).toContain(
      `The token was found on ${pages.url}${path}: “…I am ${token}…”`,
    );
  });

  test("of one page is no proof of the page that is chosen while the first is looked at", async () => {
    const [weak, strong] = [`/page-${++made}`, `/page-${++made}`];
    const [{ slug }, who] = [await addExpert({ about: pages.url + weak, own: pages.url + strong }), await person()];
    const choose = (path: string) => post(slug, { intent: "token", page: pages.url + path }, who.headers);
    await choose(weak);
    const token = (await read(`/${slug}/claim`, who.headers)).document.querySelector("code")?.textContent ?? "";
    pages.at[weak] = async (_, response) => {
      await choose(strong);
      response.writeHead(200, { "Content-Type": "text/html" }).end(`<p>${token}</p>`);
    };
    expect((await post(slug, { intent: "check" }, who.headers)).status).toBe(409);
    expect(await requestOf(slug)).toEqual([]);
  });

  test("belongs to its account and profile, for 7 days", async () => {
    const [first, other] = [await started(), await started()];
    pages.at[first.path] = `<p>${other.token}</p>`;
    expect((await first.check()).status, "of another profile").toBe(400);
    pages.at[first.path] = `<p>${first.token}</p>`;
    expect((await first.check(other.who.headers)).status, "by another account").toBe(404);
    await rows(
      "UPDATE claims SET expiresAt = ? WHERE userId = ?",
      new Date(Date.now() - 1).toISOString(),
      first.who.id,
    );
    expect((await first.check()).status, "too late").toBe(404);
  });

  test("is not made for a page that many can write", async () => {
    const [{ slug }, who] = [await addExpert(), await person()];
    const fields = { intent: "token", page: "https://www.linkedin.com/in/clara" };
    expect((await post(slug, fields, who.headers)).status).toBe(400);
  });
});

describe("CL05 of two claims", () => {
  test("one is effective; the other goes to the admins, learns that, and can follow", async () => {
    const [{ slug }, one, other] = [await addExpert(), await person(), await person()];
    await provenByMail(slug, one);
    await provenByMail(slug, other);
    const [second, first] = await requestOf(slug);
    expect(second?.message).toContain("Another account claims this profile, too.");
    const both = await Promise.all([first, second].map((request) => decide(request?.id ?? "", { decision: "apply" })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await person();
    expect((await read(`/${slug}/claim`, late.headers)).text).toContain("Another account has already shown");
    const [winner, loser] = both[0]?.status === 200 ? [first, second] : [second, first];
    expect((await decide(winner?.id ?? "", { decision: "reject" })).status, "without a reason").toBe(400);
    expect((await decide(winner?.id ?? "", { decision: "reject", notes: "Not them." })).status).toBe(200);
    expect((await getJson(site, `/api/experts/${slug}`)).body.claimedAt).toBeNull();
    expect((await decide(loser?.id ?? "", { decision: "apply" })).status).toBe(200);
    expect((await decide(loser?.id ?? "", { decision: "remove" })).status).toBe(409);
  });

  test("of one account the second is not needed", async () => {
    const [{ slug }, who] = [await addExpert(), await person()];
    const tokens = [address(), address()];
    await provenByMail(slug, who);
    await post(slug, { intent: "mail", page: OWN, email: tokens[0] as string }, who.headers);
    const token = await linkTo(tokens[0] as string);
    expect((await form(site, "/claim", { token }, { headers: who.headers })).status).toBe(409);
  });
});

describe("CL06 one's own profile", () => {
  test("can be changed in every field with a portrait, first in the queue; who changed what is shown", async () => {
    const { slug, who, name } = await claimed();
    expect(
      (await read("/my-submissions", who.headers)).document.querySelector(`a[href="/my-profile/${slug}"]`)?.textContent,
    ).toBe(name);
    const { document } = await read(`/my-profile/${slug}/edit`, who.headers);
    const body = new FormData();
    for (const field of document.querySelectorAll<HTMLInputElement>("main form [name]"))
      if (!["file", "checkbox", "radio"].includes(field.type) && field.name !== "step")
        body.append(field.name, field.value);
    body.set("interests", "Owns shares.");
    body.set("title", "Director of Tests");
    body.append("imageUrlFile", new Blob([new Uint8Array(await testImage())], { type: "image/png" }), "me.png");
    const send = () => {
      const headers = { Origin: site.url, ...who.headers };
      return fetch(`${site.url}/my-profile/${slug}/edit`, { method: "POST", body, redirect: "manual", headers });
    };
    // A picture comes with who made it and why it may be shown.
    const refused = await send();
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("Please choose why the picture may be shown here."),
    ]);
    body.set("imageUrlLicence", "permission");
    body.set("imageUrlAuthor", "Fay Photo");
    expect(await (await send()).text()).toContain("Please say who gave the permission.");
    body.set("imageUrlPermission", "Example Institute");
    const sent = await send();
    expect(sent.status, await sent.text()).toBe(303);
    const id = sent.headers.get("Location")?.split("/").at(-1) ?? "";
    const stored = (await getJson(site, "/api/admin/submissions/paginated?status=pending", { headers: admin })).body
      .submissions;
    expect(stored[0]).toMatchObject({ id, title: "Director of Tests", interests: "Owns shares." });
    expect(stored[0].changedFields.sort()).toEqual(["imageUrl", "interests", "title"]);
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
    const { text } = await read(`/my-profile/${slug}`, who.headers);
    expect(text).toMatch(/, you: Title, Portrait, and Disclosed interests/);
    expect(text).not.toMatch(/mail\.example|Admin/);
  });

  test("keeps what was typed when the session has ended, to be sent again after signing in", async () => {
    const { slug, who } = await claimed();
    const path = `/my-profile/${slug}/edit`;
    await rows("DELETE FROM sessions WHERE userId = ?", who.id);
    const answer = await form(
      site,
      path,
      { title: "Typed late" },
      { headers: { ...who.headers, Accept: "text/html" } },
    );
    const { document } = new JSDOM(await answer.text()).window;
    const input = document.querySelector<HTMLInputElement>(`form[action="${path}"] [name="title"]`);
    expect([answer.status, input?.value]).toEqual([401, "Typed late"]);
    expect(document.querySelector("main")?.textContent).toContain("Send again");
  });

  test("is nobody else's", async () => {
    const { slug } = await claimed();
    const eve = await person();
    for (const path of [`/my-profile/${slug}`, `/my-profile/${slug}/edit`]) {
      expect((await get(site, path, { headers: eve.headers })).status).toBe(404);
      expect((await get(site, path)).status).toBe(302);
      expect((await form(site, path, {}, { headers: eve.headers })).status).toBe(404);
      expect((await form(site, path, {})).headers.get("Location")).toContain("/login");
    }
  });
});

test("CL07 once a year a mail asks whether it is still right; one press says so", async () => {
  const { slug, who } = await claimed();
  const old = "2020-01-01T00:00:00.000Z";
  await rows("UPDATE claims SET confirmedAt = ? WHERE userId = ?", old, who.id);
  // The hourly housekeeping also runs at the start.
  await site.stop();
  site = await startSite({ dataDir, env });
  const link = await eventually(() => {
    const mail = mailbox.accepted.find(({ to, text }) => to === who.email && text.includes("/still-right"));
    return new URL(/https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  });
  expect((await getJson(site, `/api/experts/${slug}`)).body.confirmedAt, "nothing yet").toBe(old);
  const page = await read(link.pathname + link.search);
  expect(page.document.querySelector(`a[href="/my-profile/${slug}/edit"]`)).not.toBeNull();
  const token = link.searchParams.get("token") ?? "";
  expect((await form(site, "/still-right", { token: "x" })).status).toBe(404);
  expect((await form(site, "/still-right", { token })).headers.get("Location")).toBe("/still-right?right");
  expect((await getJson(site, `/api/experts/${slug}`)).body.confirmedAt > old).toBe(true);
  expect((await form(site, "/still-right", { token })).status, "used").toBe(404);
  expect((await read("/still-right?right")).text).toContain("Thank You");

  const mail = mailbox.accepted.find(({ to, text }) => to === who.email && text.includes("/still-right"));
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const oneClick = new URL(mail?.headers["list-unsubscribe"]?.slice(1, -1) ?? "").pathname;
  const isAsked = async () =>
    (await getJson(site, `/api/my-profile/${slug}`, { headers: who.headers })).body.askedYearly;
  for (const method of ["GET", "HEAD"]) {
    const looked = await fetch(site.url + oneClick, { method });
    expect([looked.status, new URL(looked.url).pathname]).toEqual([200, "/still-right"]);
  }
  expect((await form(site, oneClick, { "List-Unsubscribe": "No" })).status).toBe(400);
  expect(await isAsked(), "looking ends nothing").toBe(1);
  const click = { "List-Unsubscribe": "One-Click" };
  for (const _ of [1, 2]) expect((await form(site, oneClick, click)).status).toBe(200);
  expect(await isAsked()).toBe(0);
  const end = oneClick.split("/")[2] as string;
  expect((await form(site, oneClick.replace(end, `${end.slice(0, -1)}x`), click)).status).toBe(404);
  const asked = await form(site, `/my-profile/${slug}`, { intent: "yearly", asked: "yes" }, { headers: who.headers });
  expect([asked.status, await isAsked()]).toEqual([303, 1]);
  expect((await read(`/still-right?end=${end}`)).text).toContain("No more such mail?");
  const ended = await form(site, `/still-right?end=${end}`, { token: end });
  expect([ended.headers.get("Location"), await isAsked()]).toEqual(["/still-right?ended", 0]);
  expect((await read("/still-right?right")).text).toContain("Readers now see that you confirmed it today.");
  const { text: endText } = await read("/still-right?ended");
  expect(endText).toContain("We do not ask you by mail any more.");
  expect(endText).not.toContain("confirmed it today");
});

test("CL10 the person chooses the works that come first, and has one taken off that is not theirs, for good", async () => {
  const { slug, who } = await claimed();
  const works = ["W71", "W72", "10.1000/own.73"];
  for (const [at, work] of works.entries())
    await rows(
      `INSERT INTO works (expertRowId, openalex, doi, title, year, venue, citations, status, retracted, checkedAt)
       VALUES ((SELECT rowId FROM experts WHERE slug = ?), ?, ?, ?, ?, 'Sea', 1, 'accepted', 0, '2026-01-01')`,
      slug,
      work,
      work.startsWith("10.") ? work : "",
      `Work ${at}`,
      2020 - at,
    );
  const api = `/api/my-profile/${slug}`;
  const overview = async () => (await getJson(site, api, { headers: who.headers })).body;
  const shown = async () => (await getJson(site, `/api/experts/${slug}`)).body.works;
  const send = (body: object, headers = who.headers) => json(site, "POST", api, body, { headers });

  expect((await overview()).works.map(({ key }: { key: string }) => key)).toEqual(works);
  // As the page's own form sends what is ticked.
  const tick = async (...keys: string[]) => {
    const { document } = await read(`/my-profile/${slug}`, who.headers);
    const boxes = keys.map((key) => document.querySelector<HTMLInputElement>(`input[value="${key}"]`)?.name ?? "");
    const ticked = boxes.map((name, at): [string, string] => [name, keys[at] as string]);
    expect((await form(site, `/my-profile/${slug}`, [["intent", "highlight"], ...ticked], who)).status).toBe(303);
    return (await shown()).flatMap((work: { highlighted: boolean }, at: number) => (work.highlighted ? works[at] : []));
  };
  expect(await tick("W71", "10.1000/own.73")).toEqual(["W71", "10.1000/own.73"]);
  expect(await tick("W72")).toEqual(["W72"]);
  expect((await shown()).map(({ highlighted }: { highlighted: boolean }) => highlighted)).toEqual([false, true, false]);
  expect((await read(`/${slug}`)).text).toMatch(/Chosen by the person\s*Work 1.*More\s*Work 0/);
  expect((await send({ highlight: ["W99"] })).status).toBe(400);
  expect((await send({ highlight: works.concat("W1", "W2", "W3") })).status).toBe(400);
  expect((await send({ highlight: [] })).status).toBe(200);
  expect((await shown()).some(({ highlighted }: { highlighted: boolean }) => highlighted)).toBe(false);

  const told = await send({ notMine: { work: "W71", why: "Another Clara wrote it." }, highlight: ["W71"] });
  expect([told.status, told.body]).toEqual([200, { request: expect.any(String), proposal: null }]);
  expect((await form(site, `/my-profile/${slug}`, { intent: "disown", work: "W71" }, who)).status).toBe(409);
  expect((await send({ notMine: { work: "W99" } })).status).toBe(404);
  expect((await overview()).works[0]).toMatchObject({ key: "W71", isDisowned: true });
  expect((await shown()).length, "until an editor decides").toBe(3);
  const waiting = await getJson(site, "/api/admin/requests?limit=100", { headers: admin });
  const request = waiting.body.requests.find(({ id }: { id: string }) => id === told.body.request);
  expect(request).toMatchObject({
    kind: "work",
    field: "W71",
    fieldLabel: "Works",
    says: "Work 0, Sea, 2020",
    source: "https://openalex.org/W71",
    message: "Another Clara wrote it.",
    email: who.email,
  });
  const page = await read(`/admin/requests/${request.id}`, admin);
  expect(page.text).toContain("Says: this work is not mine");
  expect(page.document.querySelector("button[value=apply]")?.textContent).toBe("Take it off the profile");
  const decide = (decision: string) =>
    json(site, "POST", `/api/admin/requests/${request.id}/decide`, { decision }, { headers: admin });
  expect((await decide("remove")).status).toBe(400);
  expect((await decide("apply")).status).toBe(200);
  expect((await shown()).map(({ title }: { title: string }) => title)).toEqual(["Work 1", "Work 2"]);
  const stored = await rows("SELECT status, highlightedAt FROM works WHERE openalex = 'W71'");
  expect(stored, "not suggested again").toEqual([{ status: "dismissed", highlightedAt: null }]);
  const corrections = (await getJson(site, "/api/corrections")).body.corrections;
  expect(corrections[0]).toMatchObject({ kind: "work", field: "Works", profile: { slug } });
  const data = await (await get(site, "/account/data", { headers: who.headers })).json();
  expect(data.worksNotTheirs).toMatchObject([{ work: "W71", why: "Another Clara wrote it.", status: "applied" }]);

  const proposed = await send({ changes: { title: "Dean of Tests" }, stillRight: true, takesQuestions: true });
  expect([proposed.status, proposed.body.request]).toEqual([200, null]);
  expect(await overview()).toMatchObject({
    takesQuestions: 1,
    proposals: [{ id: proposed.body.proposal, fields: "Title" }],
  });
  expect((await send({})).status).toBe(400);
  const eve = await person();
  expect((await send({ stillRight: true }, eve.headers)).status).toBe(404);
  expect((await getJson(site, api, { headers: eve.headers })).status).toBe(404);
  expect((await getJson(site, api)).status).toBe(401);
});

describe("CL08 a claim", () => {
  test("is in one's own data, and ends with the account", async () => {
    const { slug, who } = await claimed();
    const data = await (await get(site, "/account/data", { headers: who.headers })).json();
    expect(data.claims).toMatchObject([{ proof: "mail", status: "confirmed" }]);
    expect(JSON.stringify(data)).not.toContain("tokenHash");
    expect((await signIn(site, { email: who.email, password: PASSWORD })).status).toBe(200);
    if (!onPostgres) await rows("PRAGMA foreign_keys = on");
    expect((await json(site, "DELETE", `/api/admin/users/${who.id}`, undefined, { headers: admin })).status).toBe(200);
    expect((await getJson(site, `/api/experts/${slug}`)).body.claimedAt).toBeNull();
    expect([await rows("SELECT * FROM claims WHERE userId = ?", who.id), await requestOf(slug)]).toEqual([[], []]);
  });

  test("that was confirmed ends, one that was not is rejected", async () => {
    const [confirmed, proven, who] = [await claimed(), await addExpert(), await person()];
    await provenByMail(proven.slug, who);
    const request = (await requestOf(proven.slug))[0]?.id ?? "";
    for (const id of [confirmed.request, request])
      expect((await decide(id, { decision: "reject", notes: "Not them." })).status).toBe(200);
    for (const [{ headers }, status] of [[confirmed.who, "ended"] as const, [who, "rejected"] as const])
      expect((await (await get(site, "/account/data", { headers })).json()).claims).toMatchObject([{ status }]);
    expect((await get(site, `/my-profile/${confirmed.slug}`, { headers: confirmed.who.headers })).status).toBe(404);
  });

  test("goes with a profile that is merged, where nobody holds the other", async () => {
    const [first, other, third] = [await claimed(), await addExpert(), await claimed()];
    const merge = (target: { id: string }, gone: { id: string }) =>
      form(site, `/admin/experts/${target.id}/merge`, { other: gone.id }, { headers: admin });
    expect((await merge(other, first)).status).toBe(303);
    expect((await getJson(site, `/api/experts/${other.slug}`)).body.claimedAt).not.toBeNull();
    expect((await get(site, `/my-profile/${other.slug}`, { headers: first.who.headers })).status).toBe(200);
    expect((await merge(other, third)).status).toBe(303);
    expect((await get(site, `/my-profile/${other.slug}`, { headers: third.who.headers })).status).toBe(404);
    expect((await get(site, `/my-profile/${other.slug}`, { headers: first.who.headers })).status).toBe(200);
  });

  test("waits in the trash, and goes when the person leaves", async () => {
    const { id, slug, who } = await claimed();
    expect((await json(site, "DELETE", `/api/experts/${id}`, undefined, { headers: admin })).status).toBe(200);
    expect((await get(site, `/my-profile/${slug}`, { headers: who.headers })).status).toBe(404);
    expect((await json(site, "POST", `/api/admin/experts/${id}/restore`, {}, { headers: admin })).status).toBe(200);
    expect((await get(site, `/my-profile/${slug}`, { headers: who.headers })).status).toBe(200);
    const report = { id: "leave", tokenHash: "leave", expertRowId: "" };
    await rows(
      `INSERT INTO requests (id, tokenHash, kind, status, expertRowId, field, says, should, source, message, email, notes, createdAt, confirmedAt, dueAt, isPublic)
       SELECT ?, ?, 'removal', 'open', rowId, '', '', '', '', '', 'clara@mail.example', '', '2026-01-01', '2026-01-01', '2026-02-01', 0 FROM experts WHERE id = ?`,
      report.id,
      report.tokenHash,
      id,
    );
    expect((await decide("leave", { decision: "remove" })).status).toBe(200);
    expect(await rows("SELECT * FROM claims WHERE userId = ?", who.id)).toEqual([]);
    expect(await rows("SELECT * FROM requests WHERE kind = 'claim' AND userId = ?", who.id)).toEqual([]);
    expect((await get(site, `/${slug}/claim`, { headers: who.headers })).status).toBe(410);
  });
});
