import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { env, readDotenv, readEnvironment, SECRETS, SETTINGS } from "./env.server";

const example = readFileSync(".env.example", "utf8");

describe(".env.example", () => {
  // Uncomments every setting.
  const exampleVariables = parseEnv(example.replace(/^#(?=[A-Z0-9_]+=)/gm, ""));

  test("lists every setting that the site reads, and no other", () => {
    // npm start and the container set NODE_ENV.
    expect(Object.keys(exampleVariables).sort()).toEqual(SETTINGS.filter((name) => name !== "NODE_ENV").sort());
  });

  test("has valid values, and shows the defaults that the site uses", () => {
    const { GOOGLE_CLIENT_ID: _, ...values } = exampleVariables;
    expect(() => readEnvironment(values)).not.toThrow();
    const defaults = readEnvironment({}) as Record<string, unknown>;
    const settings = readEnvironment(values) as Record<string, unknown>;
    for (const name of [
      "PORT",
      "DATA_DIR",
      "WEB_CONCURRENCY",
      "BACKUP_EVERY_HOURS",
      "BACKUP_KEEP",
      "AI_TIMEOUT_MS",
      "LOG_LEVEL",
      "RATE_LIMIT",
    ])
      expect([name, settings[name]]).toEqual([name, defaults[name]]);
  });
});

test("PU01 reads .env as editors on Windows write it, and refuses a file that is no text in UTF-8", () => {
  const path = join(env.DATA_DIR, "dotenv");
  const variablesIn = (content: string | Buffer) => {
    writeFileSync(path, content);
    return readDotenv(path);
  };
  const lines = 'SITE_NAME="Ähnlich & Söhne" # a comment\r\nexport PORT = 4000\r\n';
  const variables = { SITE_NAME: "Ähnlich & Söhne", PORT: "4000" };
  expect(variablesIn(lines)).toEqual(variables);
  expect(variablesIn(`\uFEFF${lines}`)).toEqual(variables);
  for (const encoding of ["utf16le", "latin1"] as const)
    expect(() => variablesIn(Buffer.from(`\uFEFF${lines}`, encoding))).toThrow("is not a text in UTF-8");
  expect(() => readDotenv(env.DATA_DIR)).toThrow("cannot be read (EISDIR)");
  expect(readDotenv(`${path}-missing`)).toEqual({});
});

test.each(["SITE_NAME", "FOUNDER_NAME"])("%s is one line", (name) => {
  for (const value of ["Two\nlines", "Two\u2028lines", "A\u0007bell"])
    expect(() => readEnvironment({ [name]: value })).toThrow(`${name}: must be one line, without control characters`);
  expect(readEnvironment({ [name]: " Ähnlich & Söhne\n" })).toMatchObject({ [name]: "Ähnlich & Söhne" });
});

test("reports each invalid variable on a line of its own, without its value", () => {
  const wrongValues = {
    PORT: "99999999",
    SITE_URL: "https://example.org/somewhere",
    MAIL_FROM: "Nobody",
    SMTP_URL: "http://mail.example.org",
    AI_MODELS: "nonsense",
    METRICS_TOKEN: "short-secret",
    BACKUP_EVERY_HOURS: "daily",
    BACKUP_KEEP: "0",
    ANALYTICS_ID: "1",
  };
  let message = "";
  try {
    readEnvironment(wrongValues);
  } catch (error) {
    message = (error as Error).message;
  }
  // Missing companions are reported only once all values are valid.
  for (const name of Object.keys(wrongValues).filter((name) => name !== "ANALYTICS_ID"))
    expect(message).toMatch(new RegExp(`^  ${name}: .{10,}$`, "m"));
  expect(message.split("\n")).toHaveLength(9);
  expect(message).not.toMatch(/nonsense|short-secret|somewhere/);
});

test("treats an empty variable as not set", () => {
  expect(readEnvironment({ PORT: "", FOUNDER_NAME: " ", CONTACT_EMAIL: "" })).toEqual(readEnvironment({}));
  expect(readEnvironment({}).FOUNDER_NAME).toBeUndefined();
});

test("converts texts to numbers, switches, lists and canonical addresses", () => {
  const settings = readEnvironment({
    PORT: "8080",
    SITE_URL: "https://example.org/",
    TRUST_PROXY: "on",
    SESSION_SECRET: "first-secret-of-the-site, second-secret-of-the-site",
    ADMIN_EMAIL: "Admin@Example.org",
    FETCH_PRIVATE: "127.0.0.1:8080,[0:0:0:0:0:0:0:1]:8081",
    BACKUP_EVERY_HOURS: "0.5",
  });
  expect(settings).toMatchObject({
    PORT: 8080,
    SITE_URL: "https://example.org",
    TRUST_PROXY: true,
    SESSION_SECRET: ["first-secret-of-the-site", "second-secret-of-the-site"],
    ADMIN_EMAIL: "admin@example.org",
    FETCH_PRIVATE: [
      { address: "127.0.0.1", port: 8080 },
      { address: "::1", port: 8081 },
    ],
    BACKUP_EVERY_HOURS: 0.5,
  });
});

test.each(["example.org", "ftp://example.org", "https://example.org/somewhere"])(
  "SITE_URL %s is refused",
  (SITE_URL) => {
    expect(() => readEnvironment({ SITE_URL, S3_ENDPOINT: SITE_URL })).toThrow("SITE_URL: must be");
  },
);

test.each(["https://example.org", "https://example.org//", "HTTPS://Example.org:443/", "https://example.org?"])(
  "SITE_URL %s becomes the origin that browsers send",
  (SITE_URL) => {
    expect(readEnvironment({ SITE_URL }).SITE_URL).toBe("https://example.org");
  },
);

test.each([
  ["mail@example.org", true],
  ["Longevity Leaders <mail@example.org>", true],
  ['"Leaders, Longevity" <mail@example.org>', true],
  ["Zoë Ærø <mail@example.org>", true],
  ["Leaders, Longevity <mail@example.org>", false],
  ["a@example.org, b@example.org", false],
  ["Name <>", false],
  ["Name\r\nBcc: x@example.org <mail@example.org>", false],
])("MAIL_FROM %j is accepted: %s", (MAIL_FROM, isAccepted) => {
  const read = () => readEnvironment({ MAIL_FROM });
  if (isAccepted) expect(read().MAIL_FROM).toBe(MAIL_FROM);
  else expect(read).toThrow("MAIL_FROM: must be an email address");
});

function problemsIn(variables: Record<string, string>): string[] {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").slice(1);
  }
}

test("PU01 reads each secret from the file that NAME_FILE names, without the line break", () => {
  const values: Record<string, string> = {
    DATABASE_URL: "postgres://user:secret@127.0.0.1/site",
    SMTP_URL: "smtps://user:secret@mail.example.org",
  };
  const otherVariables = {
    S3_ENDPOINT: "https://s3.example",
    S3_REGION: "eu",
    S3_BUCKET: "files",
    GOOGLE_CLIENT_ID: "google",
  };
  const otherSettings = {
    ...otherVariables,
    ORCID_CLIENT_ID: "orcid",
    ...withPrefix("BACKUP_", otherVariables, "S3_"),
  };
  const files = Object.fromEntries(
    SECRETS.map((name) => {
      const path = join(env.DATA_DIR, name);
      writeFileSync(path, `${values[name] ?? `${name} `.repeat(4).trim()}\n`);
      return [`${name}_FILE`, path];
    }),
  );
  const settings = readEnvironment({ ...otherSettings, ...files });
  expect(SECRETS).toEqual(SETTINGS.filter((name) => /_(SECRET|KEY|KEY_ID|TOKEN)$|^(SMTP|DATABASE)_URL$/.test(name)));
  for (const name of SECRETS) {
    const expectedValue = values[name] ?? `${name} `.repeat(4).trim();
    expect([name, settings[name]]).toEqual([name, name === "SESSION_SECRET" ? [expectedValue] : expectedValue]);
  }
});

test("PU01 reports a secret that is set twice, or whose file is missing or empty, without its value", () => {
  const emptyFile = join(env.DATA_DIR, "empty");
  writeFileSync(emptyFile, "\n");
  expect(
    problemsIn({
      METRICS_TOKEN: "a-token-of-this-test",
      METRICS_TOKEN_FILE: emptyFile,
      OPENAI_API_KEY_FILE: "/nowhere/key",
      SMTP_URL_FILE: emptyFile,
    }),
  ).toEqual([
    `  SMTP_URL_FILE: ${emptyFile} is empty`,
    "  OPENAI_API_KEY_FILE: /nowhere/key cannot be read (ENOENT)",
    "  METRICS_TOKEN_FILE: METRICS_TOKEN is set as well; please leave one of them out",
  ]);
});

test("PU01 accepts the key of the do-not-relist list with either engine", () => {
  expect(problemsIn({ RELISTING_SECRET: "of-the-tests-too-".repeat(4) })).toEqual([]);
});

function withPrefix(prefix: string, values: Record<string, string>, oldPrefix: string): Record<string, string> {
  const matchingEntries = Object.entries(values).filter(([name]) => name.startsWith(oldPrefix));
  return Object.fromEntries(matchingEntries.map(([name, value]) => [prefix + name, value]));
}

test("demands all settings of a bucket, and the shared secrets if the database is on another machine", () => {
  expect(problemsIn({ S3_BUCKET: "files", S3_REGION: "eu" })).toEqual(
    ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"].map((name) =>
      expect.stringMatching(new RegExp(`^  ${name}: must be set too, because S3_(BUCKET|REGION) is set$`)),
    ),
  );
  expect(problemsIn({ BACKUP_S3_BUCKET: "files" })).toHaveLength(4);
  expect(problemsIn({ DATABASE_URL: "postgres://user:secret@db.example.org/site" })).toEqual(
    ["SESSION_SECRET", "RELISTING_SECRET", "SMTP_URL"].map(
      (name) => `  ${name}: must be set too, because DATABASE_URL is set`,
    ),
  );
  expect(problemsIn({ DATABASE_URL: "postgres://user:secret@127.0.0.1:5432/site" })).toEqual([]);
  expect(problemsIn({ DATABASE_URL: "postgres:///site?host=/run/postgresql" })).toEqual([]);
  expect(problemsIn({ DATABASE_URL: "postgres:///site?host=db.example.org" })).toHaveLength(3);
  expect(problemsIn({ DATABASE_URL: "mysql://db/site" })).toEqual([expect.stringMatching("^  DATABASE_URL: must be")]);
});
