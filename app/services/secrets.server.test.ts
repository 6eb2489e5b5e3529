import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readEnvironment } from "~/env.server";
import { isSigned, secrets, sign, storedSecret } from "./secrets.server";

describe("the stored secret of the site", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "longevity-secret-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is created once, in a folder that may be missing, readable only by its owner", () => {
    const dataDir = join(folder, "data");
    const secret = storedSecret(dataDir);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(storedSecret(dataDir)).toBe(secret);
    expect(readdirSync(dataDir)).toEqual(["session-secret"]);
    expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
    expect(storedSecret(join(folder, "other"))).not.toBe(secret);
  });

  test("is refused if the file is empty, which stays as it is", () => {
    writeFileSync(join(folder, "session-secret"), "\n");
    expect(() => storedSecret(folder)).toThrow("contains no secret");
    expect(readFileSync(join(folder, "session-secret"), "utf8")).toBe("\n");
  });
});

test("a list of secrets with one below 16 characters is refused, and the message shows none of them", () => {
  const readWrongList = () => readEnvironment({ SESSION_SECRET: "long enough to be one,short" });
  expect(readWrongList).toThrow(/SESSION_SECRET.*: must have at least 16 characters/);
  expect(readWrongList).not.toThrow(/long enough/);
});

test("the stored secret signs if SESSION_SECRET is not set", () => {
  const file = join(process.env.DATA_DIR as string, "session-secret");
  expect(existsSync(file)).toBe(true);
  expect(secrets).toEqual([readFileSync(file, "utf8").trim()]);
});

describe("a signature", () => {
  test("is valid only for its text and purpose", () => {
    const signature = sign("question", "text");
    expect(isSigned("question", "text", signature)).toBe(true);
    for (const [purpose, text, signatureText] of [
      ["question", "texT", signature],
      ["answer", "text", signature],
      ["question", "text", signature.slice(1)],
      ["question", "text", ""],
    ] as const) {
      expect(isSigned(purpose, text, signatureText)).toBe(false);
    }
  });

  test("of a former secret is valid while that secret is listed, and new ones use the first secret", async () => {
    const [formerSecret, latestSecret] = ["former secret of this site", "latest secret of this site"];
    const moduleWithFormer = await importWithSecrets(formerSecret);
    const moduleWithBoth = await importWithSecrets(`${latestSecret}, ${formerSecret}`);
    const moduleWithLatest = await importWithSecrets(latestSecret);
    const signature = moduleWithFormer.sign("question", "text");
    expect(moduleWithBoth.isSigned("question", "text", signature)).toBe(true);
    expect(moduleWithLatest.isSigned("question", "text", signature)).toBe(false);
    expect(moduleWithBoth.sign("question", "text")).toBe(moduleWithLatest.sign("question", "text"));
  });

  async function importWithSecrets(list: string): Promise<typeof import("./secrets.server")> {
    vi.resetModules();
    process.env.SESSION_SECRET = list;
    const module = await import("./secrets.server");
    delete process.env.SESSION_SECRET;
    return module;
  }
});
