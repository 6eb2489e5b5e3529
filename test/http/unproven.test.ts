/**
 * What is said to somebody who has not proven an address (reliability.md 44, 48): every call of the description and every form of
 * the pages that takes one is asked about addresses of which the site knows different things.
 */
import { readdirSync } from "node:fs";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { answered, PASSWORD, signUp, solve } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { inDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { OPERATIONS } from "../support/operations";
import { form, get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let mailbox: Mailbox;
let site: Site;
let admin: Record<string, string>;
let reader: Record<string, string>;
/** Takes questions, and has a page of its own. */
let slug: string;
let expertRowId: number;
let made = 0;

/** At the domain of the addresses. */
const OWN = "https://mail.example/";
/** A network of its own. */
const from = () => ({ "X-Forwarded-For": `10.${60 + Math.floor(++made / 250)}.${made % 250}.1` });
const fresh = (name: string) => `${name}-${++made}@mail.example`;

beforeAll(async () => {
  mailbox = await startMailbox();
  site = await startSite({ env: { SMTP_URL: mailbox.url, STARTER: "off", TRUST_PROXY: "on" } });
  admin = (await signUpAdmin(site)).headers;
  reader = (await signUp(site)).headers;
  const holder = await signUp(site);
  const record = { name: "Ada Asked", title: "Professor", referenceLinks: [`Page|${OWN}`], linkKinds: [`own|${OWN}`] };
  const added = await json(site, "POST", "/api/admin/experts", record, { headers: admin });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  slug = added.body.slug;
  const now = new Date().toISOString();
  await inDatabase(site.dataDir, async (db) => {
    const experts = db.selectFrom("experts").select("rowId").where("slug", "=", slug);
    expertRowId = (await experts.executeTakeFirstOrThrow()).rowId;
    const proof = { proof: "mail" as const, page: "", isStrong: 1, evidence: "", tokenHash: null, requestId: null };
    const times = { createdAt: now, expiresAt: now, claimedAt: now, confirmedAt: now, remindedAt: null };
    const claim = { id: "claimofadaasked1", expertRowId, userId: holder.id, ...proof, status: "confirmed" as const };
    await db
      .insertInto("claims")
      .values({ ...claim, ...times, takesQuestions: 1 })
      .execute();
  });
});
afterAll(async () => {
  await site?.stop();
  await mailbox?.stop();
});

/** Tells by its schema whether a call of somebody who is no editor takes a field for an address. */
function takesAddress({ body, access }: (typeof OPERATIONS)[number][1]): boolean {
  if (!body || access === "editor" || access === "admin") return false;
  const { properties = {} } = z.toJSONSchema(body as z.ZodType, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, object>;
  };
  return Object.keys(properties).some((name) => /e-?mail/i.test(name));
}

interface Way {
  /** For somebody who is signed in, whose own address it is not. */
  headers?: () => Record<string, string>;
  ask(email: string, headers: Record<string, string>): Promise<Answer>;
  /** On purpose, as SECURITY.md says. */
  tells?: true;
  /** Mails that it lets be written to the address; "none" asks for no mail. */
  mails: "toAnybody" | "toAccounts" | "none";
}

interface Answer {
  status: number;
  text: string;
  headers: Headers;
}

const call = (path: string, more: () => object, way: Partial<Way> & Pick<Way, "mails">): Way => ({
  ...way,
  ask: async (email, headers) => {
    const body = { ...more(), email, ...(await answered(site)) };
    const answer = await json(site, "POST", path, body, { headers });
    return { ...answer, text: JSON.stringify(answer.body) };
  },
});

const filled = (path: () => string, more: () => object, way: Partial<Way> & Pick<Way, "mails">): Way => ({
  ...way,
  ask: async (email, headers) => {
    const { document } = new JSDOM(await (await get(site, path(), { headers })).text()).window;
    const label = document.querySelector("label[for=captchaAnswer]")?.textContent ?? "";
    const question = /What is .*\?/.exec(label)?.[0];
    const captcha = {
      captchaAnswer: question ? solve(question) : "",
      captchaExpected: document.querySelector<HTMLInputElement>("[name=captchaExpected]")?.value ?? "",
    };
    const answer = await form(site, path(), { ...(question ? captcha : {}), ...more(), email }, { headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text };
  },
});

const QUESTION = { name: "Rita", subject: "A talk", text: "Would you speak?" };
const REPORT = { kind: "removal", message: "Please." };
const NAMES = { firstName: "Ada", lastName: "Reader", password: PASSWORD, confirmPassword: PASSWORD };

/** Every way, under the call or the file of the route that has it. A new one has no line here, and fails. */
const WAYS: Record<string, Way> = {
  "POST /api/follows": call("/api/follows", () => ({ what: `/${slug}` }), { mails: "toAnybody" }),
  "POST /api/reports": call("/api/reports", () => ({ slug, ...REPORT }), { mails: "toAnybody" }),
  "POST /api/questions": call("/api/questions", () => ({ slug, ...QUESTION }), { mails: "toAnybody" }),
  "POST /api/auth/forgot-password": call("/api/auth/forgot-password", () => ({}), { mails: "toAccounts" }),
  "POST /api/auth/login": call("/api/auth/login", () => ({ password: "not the right one" }), { mails: "none" }),
  "POST /api/auth/register": call("/api/auth/register", () => NAMES, { mails: "none", tells: true }),
  "_entry.follow": filled(
    () => `/follow?what=/${slug}`,
    () => ({ rhythm: "weekly" }),
    { mails: "toAnybody" },
  ),
  "_entry.$slug.report": filled(
    () => `/${slug}/report`,
    () => REPORT,
    { mails: "toAnybody" },
  ),
  "_entry.$slug.ask": filled(
    () => `/${slug}/ask`,
    () => QUESTION,
    { mails: "toAnybody" },
  ),
  "_entry.forgot-password": filled(
    () => "/forgot-password",
    () => ({}),
    { mails: "toAccounts" },
  ),
  "_entry.sign-in-link": filled(
    () => "/sign-in-link",
    () => ({}),
    { mails: "toAccounts" },
  ),
  "_entry.login": filled(
    () => "/login",
    () => ({ password: "not the right one" }),
    { mails: "none" },
  ),
  "_entry.$slug.claim": filled(
    () => `/${slug}/claim`,
    () => ({ intent: "mail", page: OWN }),
    { mails: "toAnybody", headers: () => reader },
  ),
};

/** Addresses of which the site knows something, and what. */
const KNOWLEDGE: Record<string, (way: Way) => Promise<string>> = {
  unknown: async () => fresh("unknown"),
  account: async () => (await signUp(site, { email: fresh("account") })).email,
  disabled: async () => {
    const { email } = await signUp(site, { email: fresh("disabled") });
    await inDatabase(site.dataDir, (db) =>
      db.updateTable("users").set({ status: "disabled" }).where("email", "=", email).execute(),
    );
    return email;
  },
  follower: async () => {
    const email = fresh("follower");
    await call("/api/follows", () => ({ what: `/${slug}` }), { mails: "toAnybody" }).ask(email, from());
    await inDatabase(site.dataDir, async (db) => {
      const toldUntil = new Date().toISOString();
      const followers = db.selectFrom("followers").select("rowId").where("email", "=", email);
      await db.updateTable("follows").set({ toldUntil }).where("followerRowId", "in", followers).execute();
    });
    return email;
  },
  blocked: async () => {
    const email = fresh("blocked");
    await call("/api/questions", () => ({ slug, ...QUESTION }), { mails: "toAnybody" }).ask(email, from());
    const path = await pathIn(email, /\/question\/\S+/);
    await form(site, path, { intent: "confirm" });
    const asked = await inDatabase(site.dataDir, (db) =>
      db.selectFrom("questions").select("id").where("email", "=", email).executeTakeFirstOrThrow(),
    );
    const mail = await eventually(() => {
      const mail = mailbox.accepted.find(({ to, text }) => to !== email && text.includes(`/question/${asked.id}`));
      expect(mail).toBeDefined();
      return mail;
    });
    const holder = new URL(/https?:\/\/\S+\/question\/\S+/.exec(mail?.text ?? "")?.[0] ?? "").pathname;
    expect((await form(site, holder, { intent: "ended" })).status).toBe(303);
    return email;
  },
  askedForRemoval: async () => {
    const email = fresh("leaving");
    await call("/api/reports", () => ({ slug, ...REPORT }), { mails: "toAnybody" }).ask(email, from());
    await inDatabase(site.dataDir, (db) =>
      db.updateTable("requests").set({ status: "open" }).where("email", "=", email).execute(),
    );
    return email;
  },
  removed: async () => {
    const email = fresh("removed");
    const person = await json(
      site,
      "POST",
      "/api/admin/experts",
      { name: `Rem ${email}`, title: "x" },
      { headers: admin },
    );
    const report = call("/api/reports", () => ({ slug: person.body.slug, ...REPORT }), { mails: "toAnybody" });
    const { id } = JSON.parse((await report.ask(email, from())).text);
    await inDatabase(site.dataDir, (db) =>
      db
        .updateTable("requests")
        .set({ status: "open", confirmedAt: new Date().toISOString() })
        .where("id", "=", id)
        .execute(),
    );
    const decision = { decision: "remove", notes: "" };
    const removal = await json(site, "POST", `/api/admin/requests/${id}/decide`, decision, { headers: admin });
    expect(removal.status, JSON.stringify(removal.body)).toBe(200);
    return email;
  },
  asked: async (way) => {
    const email = fresh("asked");
    await way.ask(email, { ...from(), ...way.headers?.() });
    return email;
  },
  limited: async (way) => {
    const email = fresh("limited");
    // One network asks until it is told to wait, others until no more mail goes out.
    if (way.headers) return email;
    const stranger = from();
    for (let time = 0; time < 6; time++) await way.ask(email, stranger);
    for (let time = 0; time < 12; time++) await way.ask(email, from());
    return email;
  },
};

async function pathIn(email: string, pattern: RegExp): Promise<string> {
  return eventually(() => {
    const mail = mailbox.accepted.find(({ to, text }) => to === email && pattern.test(text));
    expect(mail).toBeDefined();
    return pattern.exec(mail?.text ?? "")?.[0] ?? "";
  });
}

/** All of an answer that somebody can compare: what is new in each one is left out. */
function comparable({ status, text, headers }: Answer, email: string) {
  const said = text
    .replaceAll(email, "ADDRESS")
    .replaceAll(encodeURIComponent(email), "ADDRESS")
    .replace(/"id":"[0-9a-z]{16}"/g, '"id":"NEW"')
    .replace(/What is \d+ plus \d+\?/g, "QUESTION")
    .replace(/(captchaAnswer\W+)\d+/g, "$1SUM")
    .replace(/[\w-]{40,}(\.[\w-]+)*/g, "TOKEN")
    .replace(/nonce="[^"]+"|"nonce":"[^"]+"/g, "NONCE")
    .replace(/\d+ (seconds|minutes)/g, "A WHILE");
  const names = [...headers.keys()].filter(
    (name) => !/^(date|x-request-id|content-length|connection|etag)$/.test(name),
  );
  const values = names.map((name) => {
    if (name === "set-cookie") return `${name}: ${headers.getSetCookie().map((cookie) => cookie.split("=")[0])}`;
    const value = String(headers.get(name)).replaceAll(email, "ADDRESS");
    return `${name}: ${value.replaceAll(encodeURIComponent(email), "ADDRESS").replace(/'nonce-[^']+'|'sha256-[^']+'/g, "NONCE")}`;
  });
  return { status, said, values: values.filter((line) => !line.startsWith("server-timing")) };
}

describe("reliability 48 SEC an address that nobody has proven", () => {
  test("is taken by these calls and forms, and by no other", async () => {
    const calls = OPERATIONS.filter(([, operation]) => takesAddress(operation));
    const pages = readdirSync("app/routes").filter((file) => /^_(site|entry)\./.test(file));
    const forms = [];
    for (const file of pages) {
      const id = file.replace(/\.tsx?$/, "");
      const segments = id.split(/\.(?![^[]*\])/).filter((segment) => !segment.startsWith("_"));
      const path = `/${segments.map((segment) => segment.replace(/_$/, "").replace(/^\$.*/, slug)).join("/")}`;
      for (const headers of [{}, reader]) {
        const query = id === "_entry.follow" ? `?what=/${slug}` : "";
        const answer = await get(site, path + query, { headers });
        if (answer.status !== 200) continue;
        const { document } = new JSDOM(await answer.text()).window;
        const fields = document.querySelectorAll("main form :is([type=email], [name*=email i])");
        if (fields.length > 0) forms.push(id);
      }
    }
    const found = [...calls.map(([key]) => key), ...new Set(forms)];
    expect(found.toSorted()).toEqual(Object.keys(WAYS).toSorted());
  });

  for (const [name, way] of Object.entries(WAYS)) {
    test(`${name} answers alike whatever is known of it`, async () => {
      const answers = [];
      for (const [what, know] of Object.entries(KNOWLEDGE)) {
        const email = await know(way);
        // Each account asks of one address only so often: that is no knowledge of the address.
        const own = way.headers ? (await signUp(site)).headers : {};
        const answer = await way.ask(email, { ...from(), ...own });
        answers.push([what, comparable(answer, email)] as const);
      }
      const [[, first] = []] = answers;
      if (way.tells) {
        const told = answers.filter(([, { status }]) => status !== first?.status).map(([what]) => what);
        expect(told).toEqual(["account", "disabled", "asked", "limited"]);
        return;
      }
      for (const [what, answer] of answers) expect({ what, ...answer }).toEqual({ what, ...first });
    });
  }

  const mailed = Object.entries(WAYS).filter(([, { mails }]) => mails === "toAnybody");
  test.each(mailed)(
    "%s leaves its owner a mail after a stranger asked on and on, and bounds them all",
    async (_, way) => {
      const email = fresh("owner");
      const stranger = from();
      const strangers = way.headers ? await signUp(site) : null;
      for (let time = 0; time < 8; time++) await way.ask(email, { ...stranger, ...strangers?.headers });
      const mails = () =>
        inDatabase(site.dataDir, (db) => db.selectFrom("mails").select("id").where("recipient", "=", email).execute());
      const before = (await mails()).length;
      expect(before).toBeLessThanOrEqual(5);
      expect(before).toBeGreaterThan(0);
      const owner = way.headers ? (await signUp(site)).headers : {};
      await way.ask(email, { ...from(), ...owner });
      expect((await mails()).length).toBe(before + 1);
      for (let time = 0; time < 14; time++) {
        const other = way.headers ? (await signUp(site)).headers : {};
        await way.ask(email, { ...from(), ...other });
      }
      expect((await mails()).length).toBe(10);
    },
  );

  const timed = Object.entries(WAYS).filter(([, { tells, headers }]) => !tells && !headers);
  test.each(timed)("%s takes as long for an address it knows", async (_, way) => {
    const known = (await KNOWLEDGE.account?.(way)) as string;
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 9; round++) {
      for (const [which, email] of [
        ["known", known],
        ["unknown", fresh("nobody")],
      ] as const) {
        const begin = performance.now();
        await way.ask(email, from());
        times[which].push(performance.now() - begin);
      }
    }
    const median = (list: number[]) => list.toSorted((one, other) => one - other)[4] as number;
    const ratio = median(times.known) / median(times.unknown);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });
});
