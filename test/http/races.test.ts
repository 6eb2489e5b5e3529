/** Checks that an event that may happen once happens once, however many requests arrive at the same time in different ways. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, PASSWORD, signIn, signUp, solveCaptcha } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { makePasskey } from "../support/authenticator";
import { onPostgres, query } from "../support/database";
import { createKey } from "../support/keys";
import { form, get, getJson, json } from "../support/requests";
import { codeOf, setCookie } from "../support/second-factors";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

const SITE = { origin: "https://longevity.example", rpId: "longevity.example" };
const SIMULTANEOUS = 12;

type Headers = Record<string, string>;
let site: Site;
let admin: Awaited<ReturnType<typeof signUpAdmin>>;
beforeAll(async () => {
  const env = { SITE_URL: SITE.origin, TRUST_PROXY: "on", RATE_LIMIT: "off", SMTP_URL: NO_MAIL_SERVER };
  // On a loaded machine a request may wait too long for a connection to PostgreSQL. It is asked again; the line that stays in the
  // log must not fail the file.
  site = await startSite({ starter: false, env, allowErrors: onPostgres });
  admin = await signUpAdmin(site);
});
afterAll(() => site?.stop());

/**
 * Asks several times at once. PostgreSQL may be too busy for all of them on a loaded machine: an answer with 503 says that nothing was
 * changed, and is asked again as its Retry-After allows, but only when the others have their answers.
 */
async function allAtOnce<T>(requests: (() => Promise<T>)[]): Promise<T[]> {
  const answers = await Promise.all(requests.map((ask) => ask()));
  if (!onPostgres) return answers;
  for (const [number, ask] of requests.entries()) if (wasBusy(answers[number])) answers[number] = await ask();
  return answers;
}
const wasBusy = (answer: unknown) => (Object(answer) as { status?: number }).status === 503;
const repeatAtOnce = <T>(ask: (number: number) => Promise<T>, times = SIMULTANEOUS) =>
  allAtOnce(Array.from({ length: times }, (_, number) => () => ask(number)));
const countRows = async (statement: string, ...values: unknown[]) =>
  Number((await query<{ n: number }>(site.dataDir, `SELECT count(*) AS n FROM ${statement}`, ...values))[0]?.n);
const isSignedIn = async (cookie: string) =>
  cookie !== "" && (await getJson(site, "/api/auth/user", { headers: { Cookie: cookie } })).status === 200;
const tokenMailedTo = async (email: string) => {
  const mails = await query<{ body: string }>(
    site.dataDir,
    "SELECT body FROM mails WHERE recipient = ? AND body LIKE '%token=%' ORDER BY createdAt DESC, id DESC",
    email,
  );
  return /token=([\w-]+)/.exec(mails[0]?.body ?? "")?.[1] ?? "";
};

/** Counts successes and faults. A 5xx is a fault of the site, whoever wins. */
function countOutcomes(answers: { status: number }[]): { won: number; failed: number } {
  const codes = answers.map(({ status }) => status);
  return { won: codes.filter((code) => code < 400).length, failed: codes.filter((code) => code >= 500).length };
}
const ONE_SUCCESS = { won: 1, failed: 0 };

async function withPasskey(counter = 0) {
  const [person, passkey] = [await signUp(site), makePasskey()];
  const { challenge } = (await getJson(site, "/api/account/passkeys", person)).body;
  const answer = passkey.create(challenge, { ...SITE, counter });
  return {
    person,
    passkey,
    add: () => json(site, "POST", "/api/account/passkeys", { name: "Laptop", answer }, person),
  };
}
const newChallenge = async () => (await getJson(site, "/api/auth/passkey")).body.challenge as string;
const usePasskey = (answer: object) => json(site, "POST", "/api/auth/passkey", answer);

describe("a passkey", () => {
  test("is added once by one answer, and gives its recovery codes once", async () => {
    const { person, add } = await withPasskey();
    const answers = await repeatAtOnce(add);
    expect(countOutcomes(answers)).toEqual(ONE_SUCCESS);
    expect(await countRows("recoveryCodes WHERE userId = ?", person.id)).toBe(10);
  });

  test("signs in once with one answer, and once with each value of its counter", async () => {
    const { passkey, add } = await withPasskey(5);
    expect((await add()).status).toBe(201);
    const answer = passkey.get(await newChallenge(), { ...SITE, counter: 6 });
    expect(countOutcomes(await repeatAtOnce(() => usePasskey(answer)))).toEqual(ONE_SUCCESS);
    const challenges = await repeatAtOnce(newChallenge);
    const copies = challenges.map((challenge) => passkey.get(challenge, { ...SITE, counter: 7 }));
    expect(countOutcomes(await allAtOnce(copies.map((copy) => () => usePasskey(copy))))).toEqual(ONE_SUCCESS);
  });

  test("that is removed meanwhile leaves no session", async () => {
    for (let round = 0; round < 2; round++) {
      const { person, passkey, add } = await withPasskey();
      await add();
      const answers = (await repeatAtOnce(newChallenge, 12)).map((text) => passkey.get(text, SITE));
      const [removal, ...signIns] = await allAtOnce<{ status: number; headers: globalThis.Headers }>([
        () => form(site, "/account/security", { intent: "passkey", id: passkey.id }, person),
        ...answers.map((answer) => () => usePasskey(answer)),
      ]);
      expect(removal?.status).toBe(303);
      for (const { headers } of signIns) expect(await isSignedIn(cookieOf(headers))).toBe(false);
      expect(await countRows("sessions WHERE userId = ?", person.id)).toBe(1);
    }
  });
});

describe("an authenticator app", () => {
  const beginSetUp = async (person: { headers: Headers }) => {
    await form(site, "/account/security/app", { intent: "begin" }, person);
    const page = await (await get(site, "/account/security/app", person)).text();
    return /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(" ", "") ?? "";
  };
  const setUpApp = async (person: { id: string; headers: Headers }) => {
    const secret = await beginSetUp(person);
    await form(site, "/account/security/app", { intent: "confirm", code: codeOf(secret) }, person);
    await query(site.dataDir, "UPDATE totpSecrets SET lastStep = 0 WHERE userId = ?", person.id);
    return secret;
  };

  test("is confirmed once, with one set of recovery codes", async () => {
    const person = await signUp(site);
    const code = codeOf(await beginSetUp(person));
    const answers = await repeatAtOnce(() => form(site, "/account/security/app", { intent: "confirm", code }, person));
    expect(countOutcomes(answers)).toEqual(ONE_SUCCESS);
    expect(await countRows("recoveryCodes WHERE userId = ?", person.id)).toBe(10);
  });

  test("has codes that work once, by call, form and confirmation at the same time", async () => {
    const person = await signUp(site);
    const secret = await setUpApp(person);
    const { email, password } = person;
    const questions = await repeatAtOnce(() => solveCaptcha(site), SIMULTANEOUS * 2);
    const steps = await Promise.all(
      questions.slice(0, SIMULTANEOUS).map(async (answer) => {
        const firstStep = await form(site, "/login", { email, password, ...answer });
        return { Cookie: setCookie(firstStep.headers, /second-step$/) };
      }),
    );
    const code = codeOf(secret);
    const answers = await allAtOnce<{ status: number; headers: globalThis.Headers }>([
      ...steps.map((headers) => () => form(site, "/login/verify", { code }, { headers })),
      ...questions
        .slice(SIMULTANEOUS)
        .map((question) => () => json(site, "POST", "/api/auth/login", { email, password, code, ...question })),
      () => form(site, "/account/security", { intent: "confirm", password, code }, person),
    ]);
    expect(countOutcomes(answers)).toEqual(ONE_SUCCESS);
  });

  test("that is added meanwhile leaves no session with one step only", async () => {
    for (let round = 0; round < 2; round++) {
      const person = await signUp(site);
      const secret = await beginSetUp(person);
      const questions = await repeatAtOnce(() => solveCaptcha(site));
      const { email, password } = person;
      const [confirmation, ...signIns] = await allAtOnce<{ status: number; headers: globalThis.Headers }>([
        // Sign-ins hash the password first, so that some still do when the app is confirmed.
        () => form(site, "/account/security/app", { intent: "confirm", code: codeOf(secret) }, person),
        ...questions.map((question) => () => json(site, "POST", "/api/auth/login", { email, password, ...question })),
      ]);
      expect(confirmation?.status).toBe(200);
      for (const { headers } of signIns) expect(await isSignedIn(cookieOf(headers))).toBe(false);
    }
  });
});

describe("a link by mail", () => {
  const requestLink = async (path: string) => {
    const person = await signUp(site);
    await query(site.dataDir, "UPDATE users SET emailVerifiedAt = '2026-01-01' WHERE id = ?", person.id);
    await form(site, path, { email: person.email, ...(await solveCaptcha(site)) });
    return { ...person, token: await tokenMailedTo(person.email) };
  };

  test("sets one new password, and an earlier link sets none", async () => {
    const { email, token } = await requestLink("/forgot-password");
    await form(site, "/forgot-password", { email, ...(await solveCaptcha(site)) });
    const laterToken = await tokenMailedTo(email);
    expect(laterToken).not.toBe(token);
    const password = (number: number) => `copper window ${number} lantern`;
    const answers = await repeatAtOnce((number) => {
      const fields = {
        token: number % 2 ? token : laterToken,
        password: password(number),
        confirmPassword: password(number),
      };
      return form(site, "/reset-password", fields);
    });
    expect(countOutcomes(answers)).toEqual(ONE_SUCCESS);
    const winner = answers.findIndex(({ status }) => status < 400);
    expect(winner % 2).toBe(0);
    expect((await signIn(site, { email, password: password(winner) })).status).toBe(200);
    expect((await signIn(site, { email, password: PASSWORD })).status).toBe(401);
  });

  test("signs in once", async () => {
    const { id, token } = await requestLink("/sign-in-link");
    const sessionsBefore = await countRows("sessions WHERE userId = ?", id);
    expect(countOutcomes(await repeatAtOnce(() => form(site, "/sign-in-link", { token })))).toEqual(ONE_SUCCESS);
    expect(await countRows("sessions WHERE userId = ?", id)).toBe(sessionsBefore + 1);
  });

  test("invites a person once, who chooses one password", async () => {
    const email = "invited@mail.example";
    const person = { intent: "invite", firstName: "Ina", lastName: "Invited", email, role: "editor" };
    expect(countOutcomes(await repeatAtOnce(() => form(site, "/admin/users?index", person, admin)))).toEqual(
      ONE_SUCCESS,
    );
    expect(await countRows("users WHERE email = ?", email)).toBe(1);
    expect(await countRows("mails WHERE recipient = ?", email)).toBe(1);
    const token = await tokenMailedTo(email);
    const fields = { token, password: PASSWORD, confirmPassword: PASSWORD };
    expect(countOutcomes(await repeatAtOnce(() => form(site, "/reset-password", fields)))).toEqual(ONE_SUCCESS);
  });

  test("registers an address once", async () => {
    const questions = await repeatAtOnce(() => solveCaptcha(site));
    const person = { email: "twice@mail.example", password: PASSWORD, firstName: "Tia", lastName: "Twice" };
    const answers = await allAtOnce(
      questions.map((question) => () => json(site, "POST", "/api/auth/register", { ...person, ...question })),
    );
    expect(countOutcomes(answers)).toEqual(ONE_SUCCESS);
  });
});

test("a key is revoked once, and writes nothing afterwards", async () => {
  const { headers } = await createKey(site, admin.headers, ["profiles:write"]);
  const [{ id } = { id: "" }] = await query<{ id: string }>(site.dataDir, "SELECT id FROM apiKeys");
  let isRevoked = false;
  const writes = repeatAtOnce(async (number) => {
    const wasRevoked = isRevoked;
    const { status } = await json(site, "POST", "/api/admin/experts", { name: `Keyed Person ${number}` }, { headers });
    return { wasRevoked, status };
  }, 24);
  const revocations = await repeatAtOnce(async () => {
    const answer = await form(site, `/admin/api-keys/${id}/delete`, {}, admin);
    if (answer.status < 400) isRevoked = true;
    return answer;
  });
  expect(countOutcomes(revocations)).toEqual(ONE_SUCCESS);
  expect((await writes).filter(({ wasRevoked, status }) => wasRevoked && status !== 401)).toEqual([]);
  const expertsBefore = await countRows("experts");
  const lateWrites = await repeatAtOnce((number) =>
    json(site, "POST", "/api/admin/experts", { name: `Late ${number}` }, { headers }),
  );
  expect(lateWrites.every(({ status }) => status === 401)).toBe(true);
  expect(await countRows("experts")).toBe(expertsBefore);
});

test("portraits that are stored, replaced and removed simultaneously leave one picture, and no file without a row", async () => {
  const { body } = await json(site, "POST", "/api/admin/experts", { name: "Pia Pictured" }, admin);
  const images = await repeatAtOnce((number) => testImage("png", 300 + number, 300), 8);
  const answers = await repeatAtOnce((number) => {
    const image = images[number];
    const imageUrl = image ? `data:image/png;base64,${image.toString("base64")}` : "";
    return json(site, "PUT", `/api/experts/${body.id}`, { imageUrl }, admin);
  }, 12);
  expect(countOutcomes(answers).failed).toBe(0);
  const rows = await query<{ files: string }>(site.dataDir, "SELECT files FROM images");
  const referenced = new Set(
    rows.flatMap(({ files }) => (JSON.parse(files) as { name: string }[]).map(({ name }) => name)),
  );
  const folder = join(site.dataDir, "uploads");
  const onDisk = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  // On PostgreSQL the file site-id says which site the uploads belong to.
  expect(onDisk.filter((name) => !referenced.has(name) && name !== "site-id")).toEqual([]);
  expect([...referenced].filter((name) => !onDisk.includes(name))).toEqual([]);
});

test.skipIf(onPostgres)("a new site gets its first admin once", async () => {
  const newSite = await startSite({ starter: false, env: { RATE_LIMIT: "off" } });
  try {
    const link =
      newSite
        .logs()
        .map((line) => /setup\?token=([\w-]+)/.exec(JSON.stringify(line))?.[1])
        .find(Boolean) ?? "";
    expect(link).not.toBe("");
    const answers = await repeatAtOnce((number) =>
      form(newSite, "/setup", {
        token: link,
        firstName: "Ada",
        lastName: "Admin",
        email: `first${number}@mail.example`,
        password: PASSWORD,
        confirmPassword: PASSWORD,
      }),
    );
    expect(countOutcomes(answers)).toEqual(ONE_SUCCESS);
  } finally {
    await newSite.stop();
  }
});
