import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readEnvironment } from "~/env.server";
import { isSigned, keptSecret, secrets, sign } from "./secrets.server";

describe("the site's own secret", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "longevity-secret-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is made once, in a folder that may be missing, and only its owner can read it", () => {
    const dataDir = join(folder, "data");
    const secret = keptSecret(dataDir);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(keptSecret(dataDir)).toBe(secret);
    expect(readdirSync(dataDir)).toEqual(["session-secret"]);
    expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
    expect(keptSecret(join(folder, "other"))).not.toBe(secret);
  });

  test("is never a short one", () => {
    writeFileSync(join(folder, "session-secret"), "\n");
    expect(() => keptSecret(folder)).toThrow("holds no secret");
    expect(readFileSync(join(folder, "session-secret"), "utf8")).toBe("\n");
  });
});

test("each secret of a list has at least 16 characters, and a wrong one is not shown", () => {
  const wrong = () => readEnvironment({ SESSION_SECRET: "long enough to be one,short" });
  expect(wrong).toThrow(/SESSION_SECRET.*: must have at least 16 characters/);
  expect(wrong).not.toThrow(/long enough/);
});

test("without SESSION_SECRET the kept one signs", () => {
  const file = join(process.env.DATA_DIR as string, "session-secret");
  expect(existsSync(file)).toBe(true);
  expect(secrets).toEqual([readFileSync(file, "utf8").trim()]);
});

describe("a signature", () => {
  test("fits its text and purpose only", () => {
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

  test("of a former secret is accepted as long as that one is listed, and never made again", async () => {
    const [former, latest] = ["former secret of this site", "latest secret of this site"];
    const withFormer = await withSecrets(former);
    const rotated = await withSecrets(`${latest}, ${former}`);
    const after = await withSecrets(latest);
    const signature = withFormer.sign("question", "text");
    expect(rotated.isSigned("question", "text", signature)).toBe(true);
    expect(after.isSigned("question", "text", signature)).toBe(false);
    expect(rotated.sign("question", "text")).toBe(after.sign("question", "text"));
  });

  async function withSecrets(list: string): Promise<typeof import("./secrets.server")> {
    vi.resetModules();
    process.env.SESSION_SECRET = list;
    const module = await import("./secrets.server");
    delete process.env.SESSION_SECRET;
    return module;
  }
});
