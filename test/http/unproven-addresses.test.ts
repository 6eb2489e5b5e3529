/**
 * Checks that nobody learns what the site knows about an address (reliability.md 44, 48). Every call and form with one answers the same for
 * addresses of accounts, followers, askers and strangers.
 */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { PASSWORD, signUp, solveCaptcha } from "../support/accounts";
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
/** The slug of a profile whose person takes questions and has a page. */
let slug: string;
let expertRowId: number;
let uniqueNumber = 0;

/** A page at the domain of the addresses, which makes them fit a claim. */
const OWN_PAGE = "https://mail.example/";
/** Gives each request a client network of its own. */
const newClientAddress = () => ({
  "X-Forwarded-For": `10.${60 + Math.floor(++uniqueNumber / 250)}.${uniqueNumber % 250}.1`,
});
const newEmail = (name: string) => `${name}-${++uniqueNumber}@mail.example`;

beforeAll(async () => {
  mailbox = await startMailbox();
  site = await startSite({ env: { SMTP_URL: mailbox.url, STARTER: "off", TRUST_PROXY: "on" } });
  admin = (await signUpAdmin(site)).headers;
  reader = (await signUp(site)).headers;
  const holder = await signUp(site);
  const record = {
    name: "Ada Asked",
    title: "Professor",
    referenceLinks: [`Page|${OWN_PAGE}`],
    linkKinds: [`own|${OWN_PAGE}`],
  };
  const addAnswer = await json(site, "POST", "/api/admin/experts", record, { headers: admin });
  expect(addAnswer.status, JSON.stringify(addAnswer.body)).toBe(201);
  slug = addAnswer.body.slug;
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

/** Tells by its schema whether a call that is open to non-editors takes an address. */
function takesAddress({ body, access }: (typeof OPERATIONS)[number][1]): boolean {
  if (!body || access === "editor" || access === "admin") return false;
  const { properties = {} } = z.toJSONSchema(body as z.ZodType, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, object>;
  };
  return Object.keys(properties).some((name) => /e-?mail/i.test(name));
}

/** Tells whether a form in the main part of a page has a field for an address. */
function hasAddressField(html: string): boolean {
  const [main = ""] = /<main\b[\s\S]*<\/main>/.exec(html) ?? [];
  const forms = main.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  return forms.some((text) => /<[^<>]+\s(?:type="email"|name="[^"]*email)/i.test(text));
}

interface AddressForm {
  /** Headers of a signed-in person, to whom the address does not belong. */
  headers?: () => Record<string, string>;
  ask(email: string, headers: Record<string, string>): Promise<Answer>;
  /** The form tells on purpose that an address has an account, as SECURITY.md says. */
  tells?: true;
  /** To whom the form lets mails be sent; "none" requests no mail. */
  mails: "toAnybody" | "toAccounts" | "none";
}

interface Answer {
  status: number;
  text: string;
  headers: Headers;
}

const callForm = (
  path: string,
  fields: () => object,
  addressForm: Partial<AddressForm> & Pick<AddressForm, "mails">,
): AddressForm => ({
  ...addressForm,
  ask: async (email, headers) => {
    const body = { ...fields(), email, ...(await solveCaptcha(site)) };
    const answer = await json(site, "POST", path, body, { headers });
    return { ...answer, text: JSON.stringify(answer.body) };
  },
});

const pageForm = (
  path: () => string,
  fields: () => object,
  addressForm: Partial<AddressForm> & Pick<AddressForm, "mails">,
): AddressForm => ({
  ...addressForm,
  ask: async (email, headers) => {
    const answer = await form(site, path(), { ...(await solveCaptcha(site)), ...fields(), email }, { headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text };
  },
});

const QUESTION = { name: "Rita", subject: "A talk", text: "Would you speak?" };
const REPORT = { kind: "removal", message: "Please." };
const NAMES = { firstName: "Ada", lastName: "Reader", password: PASSWORD, confirmPassword: PASSWORD };

/** Every call and form that takes an address, by call or file of the route. A new one without a line here fails the test. */
const ADDRESS_FORMS: Record<string, AddressForm> = {
  "POST /api/follows": callForm("/api/follows", () => ({ what: `/${slug}` }), { mails: "toAnybody" }),
  "POST /api/reports": callForm("/api/reports", () => ({ slug, ...REPORT }), { mails: "toAnybody" }),
  "POST /api/questions": callForm("/api/questions", () => ({ slug, ...QUESTION }), { mails: "toAnybody" }),
  "POST /api/auth/forgot-password": callForm("/api/auth/forgot-password", () => ({}), { mails: "toAccounts" }),
  "POST /api/auth/login": callForm("/api/auth/login", () => ({ password: "not the right one" }), { mails: "none" }),
  "POST /api/auth/register": callForm("/api/auth/register", () => NAMES, { mails: "none", tells: true }),
  "_entry.follow": pageForm(
    () => `/follow?what=/${slug}`,
    () => ({ rhythm: "weekly" }),
    { mails: "toAnybody" },
  ),
  "_entry.$slug.report": pageForm(
    () => `/${slug}/report`,
    () => REPORT,
    { mails: "toAnybody" },
  ),
  "_entry.$slug.ask": pageForm(
    () => `/${slug}/ask`,
    () => QUESTION,
    { mails: "toAnybody" },
  ),
  "_entry.forgot-password": pageForm(
    () => "/forgot-password",
    () => ({}),
    { mails: "toAccounts" },
  ),
  "_entry.sign-in-link": pageForm(
    () => "/sign-in-link",
    () => ({}),
    { mails: "toAccounts" },
  ),
  "_entry.login": pageForm(
    () => "/login",
    () => ({ password: "not the right one" }),
    { mails: "none" },
  ),
  "_entry.$slug.claim": pageForm(
    () => `/${slug}/claim`,
    () => ({ intent: "mail", page: OWN_PAGE }),
    { mails: "toAnybody", headers: () => reader },
  ),
};

/** Creates addresses about which the site knows something, by what it knows. */
const KNOWN_ADDRESSES: Record<string, (addressForm: AddressForm) => Promise<string>> = {
  unknown: async () => newEmail("unknown"),
  account: async () => (await signUp(site, { email: newEmail("account") })).email,
  disabled: async () => {
    const { email } = await signUp(site, { email: newEmail("disabled") });
    await inDatabase(site.dataDir, (db) =>
      db.updateTable("users").set({ status: "disabled" }).where("email", "=", email).execute(),
    );
    return email;
  },
  follower: async () => {
    const email = newEmail("follower");
    await callForm("/api/follows", () => ({ what: `/${slug}` }), { mails: "toAnybody" }).ask(email, newClientAddress());
    await inDatabase(site.dataDir, async (db) => {
      const toldUntil = new Date().toISOString();
      const followers = db.selectFrom("followers").select("rowId").where("email", "=", email);
      await db.updateTable("follows").set({ toldUntil }).where("followerRowId", "in", followers).execute();
    });
    return email;
  },
  blocked: async () => {
    const email = newEmail("blocked");
    await callForm("/api/questions", () => ({ slug, ...QUESTION }), { mails: "toAnybody" }).ask(
      email,
      newClientAddress(),
    );
    const path = await pathIn(email, /\/question\/\S+/);
    await form(site, path, { intent: "confirm" });
    const storedQuestions = await inDatabase(site.dataDir, (db) =>
      db.selectFrom("questions").select("id").where("email", "=", email).executeTakeFirstOrThrow(),
    );
    const mail = await eventually(() => {
      const mail = mailbox.accepted.find(
        ({ to, text }) => to !== email && text.includes(`/question/${storedQuestions.id}`),
      );
      expect(mail).toBeDefined();
      return mail;
    });
    const holderPath = new URL(/https?:\/\/\S+\/question\/\S+/.exec(mail?.text ?? "")?.[0] ?? "").pathname;
    expect((await form(site, holderPath, { intent: "ended" })).status).toBe(303);
    return email;
  },
  askedForRemoval: async () => {
    const email = newEmail("leaving");
    await callForm("/api/reports", () => ({ slug, ...REPORT }), { mails: "toAnybody" }).ask(email, newClientAddress());
    await inDatabase(site.dataDir, (db) =>
      db.updateTable("requests").set({ status: "open" }).where("email", "=", email).execute(),
    );
    return email;
  },
  removed: async () => {
    const email = newEmail("removed");
    const person = await json(
      site,
      "POST",
      "/api/admin/experts",
      { name: `Rem ${email}`, title: "x" },
      { headers: admin },
    );
    const report = callForm("/api/reports", () => ({ slug: person.body.slug, ...REPORT }), { mails: "toAnybody" });
    const { id } = JSON.parse((await report.ask(email, newClientAddress())).text);
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
  asked: async (addressForm) => {
    const email = newEmail("asked");
    await addressForm.ask(email, { ...newClientAddress(), ...addressForm.headers?.() });
    return email;
  },
  limited: async (addressForm) => {
    const email = newEmail("limited");
    // One network asks until it is refused, others until no more mail is sent.
    if (addressForm.headers) return email;
    const stranger = newClientAddress();
    for (let time = 0; time < 6; time++) await addressForm.ask(email, stranger);
    for (let time = 0; time < 12; time++) await addressForm.ask(email, newClientAddress());
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

/** Returns what can be compared in an answer, without values that are new each time. */
function comparable({ status, text, headers }: Answer, email: string) {
  const body = text
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
  return { status, body, values: values.filter((line) => !line.startsWith("server-timing")) };
}

describe("reliability 48 SEC an unproven address", () => {
  test("is taken by these calls and forms only", async () => {
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
        if (hasAddressField(await answer.text())) forms.push(id);
      }
    }
    const names = [...calls.map(([key]) => key), ...new Set(forms)];
    expect(names.toSorted()).toEqual(Object.keys(ADDRESS_FORMS).toSorted());
  });

  for (const [name, addressForm] of Object.entries(ADDRESS_FORMS)) {
    test(`${name} answers alike, whatever the site knows about it`, async () => {
      const answers = [];
      for (const [knowledge, createAddress] of Object.entries(KNOWN_ADDRESSES)) {
        const email = await createAddress(addressForm);
        // Each account may send few requests about one address, which tells nothing about the address.
        const userHeaders = addressForm.headers ? (await signUp(site)).headers : {};
        const answer = await addressForm.ask(email, { ...newClientAddress(), ...userHeaders });
        answers.push([knowledge, comparable(answer, email)] as const);
      }
      const [[, firstAnswer] = []] = answers;
      if (addressForm.tells) {
        const differentLabels = answers
          .filter(([, { status }]) => status !== firstAnswer?.status)
          .map(([label]) => label);
        expect(differentLabels).toEqual(["account", "disabled", "asked", "limited"]);
        return;
      }
      for (const [knowledge, answer] of answers)
        expect({ what: knowledge, ...answer }).toEqual({ what: knowledge, ...firstAnswer });
    });
  }

  const formsWithMail = Object.entries(ADDRESS_FORMS).filter(([, { mails }]) => mails === "toAnybody");
  test.each(formsWithMail)(
    "%s still sends the owner a mail after a stranger asked repeatedly, within a limit",
    async (_, addressForm) => {
      const email = newEmail("owner");
      const stranger = newClientAddress();
      const strangerAccount = addressForm.headers ? await signUp(site) : null;
      for (let time = 0; time < 8; time++) await addressForm.ask(email, { ...stranger, ...strangerAccount?.headers });
      const readMails = () =>
        inDatabase(site.dataDir, (db) => db.selectFrom("mails").select("id").where("recipient", "=", email).execute());
      const mailsBefore = (await readMails()).length;
      expect(mailsBefore).toBeLessThanOrEqual(5);
      expect(mailsBefore).toBeGreaterThan(0);
      const ownerHeaders = addressForm.headers ? (await signUp(site)).headers : {};
      await addressForm.ask(email, { ...newClientAddress(), ...ownerHeaders });
      expect((await readMails()).length).toBe(mailsBefore + 1);
      for (let time = 0; time < 14; time++) {
        const otherHeaders = addressForm.headers ? (await signUp(site)).headers : {};
        await addressForm.ask(email, { ...newClientAddress(), ...otherHeaders });
      }
      expect((await readMails()).length).toBe(10);
    },
  );

  const timedForms = Object.entries(ADDRESS_FORMS).filter(([, { tells, headers }]) => !tells && !headers);
  test.each(timedForms)("%s takes as long for an address with an account", async (_, addressForm) => {
    const accountEmail = (await KNOWN_ADDRESSES.account?.(addressForm)) as string;
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 9; round++) {
      for (const [kind, email] of [
        ["known", accountEmail],
        ["unknown", newEmail("nobody")],
      ] as const) {
        const begin = performance.now();
        await addressForm.ask(email, newClientAddress());
        times[kind].push(performance.now() - begin);
      }
    }
    const median = (list: number[]) => list.toSorted((first, second) => first - second)[4] as number;
    const ratio = median(times.known) / median(times.unknown);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });
});
