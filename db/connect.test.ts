import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "./connect";

test("reliability 2: every connection waits for others, holds to the links between rows and survives a power cut", async () => {
  const folder = mkdtempSync(join(tmpdir(), "longevity-connect-"));
  const { sqlite, reader, close } = connect(join(folder, "longevity.db"));
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  for (const connection of [sqlite, reader]) {
    const set = (name: string) => connection.pragma(name, { simple: true });
    expect(set("journal_mode")).toBe("wal");
    expect(set("synchronous")).toBe(2); // FULL
    expect(set("foreign_keys")).toBe(1);
    expect(set("busy_timeout")).toBeGreaterThanOrEqual(5_000);
  }
  expect(sqlite).not.toBe(reader);
  expect(() => reader.exec('CREATE TABLE "x" ("y")')).toThrow(/readonly/);
});
