/**
 * Compares what each command of the operator prints with a snapshot, because other tests read the JSON. After a change run
 * `npx vitest run test/scripts/sentences.test.ts -u`, and read the difference in sentences.txt.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { version } from "../../package.json" with { type: "json" };
import { COMMANDS } from "../../scripts/admin/commands";

const folder = mkdtempSync(join(tmpdir(), "longevity-sentences-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [site, otherSite] = [join(folder, "site"), join(folder, "other")];
const [backup, exportFile] = [join(folder, "backup.tar.gz"), join(folder, "export.json")];
const SETTINGS = {
  NODE_ENV: "production" as const,
  SITE_URL: "https://site.example",
  // A misspelled name, about which `config` warns.
  SESION_SECRET: "x",
  HOST: "::1",
  PORT: "9",
};

/** Runs a program of the build, and returns what it printed, with "! " before the lines of standard error. */
function run(program: string, args: string[], dataDir = site): string[] {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...SETTINGS, DATA_DIR: dataDir };
  const { stdout, stderr, status } = spawnSync(process.execPath, [`build/${program}.js`, ...args], {
    env,
    encoding: "utf8",
  });
  const lines = [...stdout.trimEnd().split("\n"), ...stderr.split("\n").map((line) => line && `! ${line}`)];
  const folderText = dataDir === site ? "" : ` in ${dataDir}`;
  const exitText = status === 0 ? "" : ` (exit code ${status})`;
  return [
    `${program} ${args.join(" ")}${folderText}${exitText}`,
    ...lines.filter(Boolean).map((line) => `  ${line}`),
  ].map(normalize);
}

/** Replaces what differs from run to run, or with the version. */
function normalize(line: string): string {
  return line
    .replaceAll(folder, "(folder)")
    .replaceAll(process.cwd(), "(here)")
    .replaceAll(process.versions.node, "(version)")
    .replaceAll(version, "(version)")
    .replace(/commit \w+ of [\w-]+/, "(build)")
    .replace(/\d{4}_\w+/, "(migration)")
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| UTC)?|\d{8}-\d{6}(-\d+)?/g, "(time)")
    .replace(/[\d.]+ (MB|s\b|sentences|profiles,|articles and (?=\d)|topics has)/g, "(number) $1")
    .replace(/token=[\w-]+/, "token=(token)");
}

const [BO, CY] = ["bo@mail.example", "cy@mail.example"];
const JOURNEY: [args: string, dataDir?: string][] = [
  ["version"],
  ["upgrade-check"],
  ["check-starter"],
  ["start empty"],
  ["start empty --yes"],
  [`user add ${CY} Cy Low`],
  [`password reset ${CY}`],
  [`user role ${CY} editor`],
  [`user role ${CY} editor`],
  [`user disable ${CY}`],
  [`user disable ${CY}`],
  [`user admin ${CY}`],
  [`user enable ${CY}`],
  [`user delete ${CY} --yes`],
  [`user add ${BO} Bo High --role admin`],
  ["user list"],
  [`user remove-second-factor ${CY}`],
  [`sessions end ${CY}`],
  [`user delete ${CY} --yes`],
  [`user delete ${CY} --yes`],
  [`mail test ${CY}`],
  ["healthcheck"],
  [`backup ${backup}`],
  ["backup --scheduled"],
  ["backup list"],
  ["backup send"],
  ["verify"],
  [`verify ${backup}`],
  [`export ${exportFile}`],
  [`import ${exportFile}`],
  [`import ${exportFile}`, otherSite],
  [`import ${backup}`, otherSite],
  [`restore ${backup}`],
  ["restore nothing.tar.gz"],
  ["config"],
  ["user"],
];

test("PU01 every command prints what it did or why not", async () => {
  const names = JOURNEY.map(([args]) => args);
  const isRun = ({ name }: { name: string }) => names.some((args) => args === name || args.startsWith(`${name} `));
  expect(COMMANDS.filter((command) => !isRun(command)).map(({ name }) => name)).toEqual([]);
  const lines = JOURNEY.flatMap(([args, dataDir]) => run("admin", args.split(" "), dataDir));
  lines.push(...run("migrate", []), ...run("copy", []));
  writeFileSync(join(site, "longevity.db"), "no database");
  lines.push(...run("admin", ["verify"]), ...run("admin", ["restore", backup]), ...run("admin", ["verify"]));
  // Each new setting would be a line.
  const shownLines = lines.filter((line) => !line.endsWith(" default"));
  await expect(`${shownLines.join("\n")}\n`).toMatchFileSnapshot("sentences.txt");
});
