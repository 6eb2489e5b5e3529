/** Checks that the documentation is true: its commands run, and everything that it names exists. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { SECRETS, SETTINGS } from "~/env.server";
import { COMMANDS } from "../../scripts/admin/commands";
import { findPostgres, startPostgres } from "../support/postgres";
import { startS3 } from "../support/s3";
import { startSite } from "../support/site";
import { blocksIn } from "./blocks";
import { startMachine } from "./machine";
import { findNginx, startNginx } from "./nginx";

const PAGES = ["README.md", "docs/operations.md"];
const PAPERS = [
  ...PAGES,
  "CONTRIBUTING.md",
  "SECURITY.md",
  "ARCHITECTURE.md",
  "docs/interface.md",
  "docs/reliability.md",
];
const blocks = PAGES.flatMap(blocksIn).filter(({ language }) => language !== "");
const nginx = findNginx();
const postgres = findPostgres();
const read = (file: string) => readFileSync(file, "utf8");

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(cleanUps.map((cleanUp) => cleanUp())));

test("reliability 43: each block of the documentation is run, or says below it why not", () => {
  const untestedBlocks = blocks.filter(({ reason }) => reason !== null);
  expect(untestedBlocks.map(({ code }) => code.split("\n")[0])).toEqual([
    "git clone https://github.com/longevity-leaders/longevity-leaders.git && cd longevity-leaders",
    expect.stringContaining("docker compose up -d"),
    expect.stringContaining("useradd --system"),
    expect.stringContaining("docker compose up -d"),
    "docker build -t longevity .",
    "longevity.example.org {",
    expect.stringContaining("rsync -a"),
    "git pull --ff-only",
    expect.stringContaining("git clone"),
    "systemctl stop longevity",
    "scrape_configs:",
  ]);
  const runBlocks = blocks.filter(({ reason }) => reason === null);
  expect(runBlocks.filter(({ language }) => !["sh", "ini", "nginx"].includes(language))).toEqual([]);
  expect(runBlocks.length).toBeGreaterThan(untestedBlocks.length);
});

test.runIf(postgres)(
  "reliability 43: a site is set up, administered, backed up, restored, upgraded, moved to another host, to PostgreSQL and back as the page says",
  { timeout: 15 * 60_000 },
  async () => {
    const [files, backups, database] = [await startS3(), await startS3(), await startPostgres(postgres as string)];
    cleanUps.push(files.stop, backups.stop, database.stop);
    const { host, hostname, port, username, password } = new URL(database.addressOf("postgres"));
    const backupSettings = Object.entries(backups.env).map(([name, value]) => [`BACKUP_${name}`, value]);
    const machine = await startMachine({
      places: { "db.example.org": host },
      own: { ...files.env, ...Object.fromEntries(backupSettings) },
      env: { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: "postgres" },
    });
    cleanUps.push(machine.stop);

    const outputs = new Map<string, string>();
    const people: string[] = [];
    for (const block of blocksIn("docs/operations.md")) {
      if (block.reason !== null || !["sh", "ini"].includes(block.language)) continue;
      if (block.language === "ini") machine.configure(block);
      else outputs.set(block.code, await machine.run(block));
      if (/healthcheck --wait/.test(block.code)) people.push(await (await fetch(`${machine.url}/api/experts`)).text());
    }
    const outputOf = (command: string) => [...outputs].find(([code]) => code.includes(command))?.[1] ?? "";
    expect(outputOf("user list")).toContain("ada@example.org");
    expect(outputOf("admin -- config")).not.toContain(files.env.S3_SECRET_ACCESS_KEY);
    expect(outputOf("backup send")).toContain("s3:before-the-move.tar.gz");
    expect(outputOf("db:copy -- --to")).toContain("each table was read back and is identical");
    expect(people.length).toBe(5);
    for (const laterPeople of people) expect(laterPeople).toBe(people[0]);
    // After all moves the account of the first admin still exists.
    const listBlock = {
      place: "this test",
      language: "sh",
      code: "npm run --silent admin -- user list --json",
      reason: null,
    };
    expect(JSON.parse(await machine.run(listBlock)).accounts).toMatchObject([
      { email: "ada@example.org", role: "admin" },
    ]);
  },
);

test.runIf(nginx)(
  "reliability 43: nginx accepts the block of the documentation and serves the site by HTTP/2",
  async () => {
    const SITE_URL = "https://longevity.example.org";
    const site = await startSite({ starter: false, env: { SITE_URL, TRUST_PROXY: "on" } });
    cleanUps.push(site.stop);
    const block = blocks.find(({ language }) => language === "nginx");
    const proxy = await startNginx(nginx as string, block?.code ?? "", site.url.replace("localhost", "127.0.0.1"));
    cleanUps.push(proxy.stop);
    const session = connect(`https://127.0.0.1:${proxy.port}`, { rejectUnauthorized: false });
    onTestFinished(() => void session.close());
    const request = session.request({ ":path": "/about", ":authority": "longevity.example.org" });
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
      session.once("error", reject);
    });
    request.close();
    expect([headers[":status"], headers["strict-transport-security"]]).toEqual([200, "max-age=31536000"]);
    const plainAnswer = await getPlain(proxy.plainPort, "/about?a=b");
    expect([plainAnswer.statusCode, plainAnswer.headers.location]).toEqual([
      308,
      "https://longevity.example.org/about?a=b",
    ]);
  },
);

/** Requests a page with another Host header, which fetch does not allow. */
async function getPlain(port: number, path: string): Promise<IncomingMessage> {
  const request = get({ host: "127.0.0.1", port, path, headers: { Host: "longevity.example.org" } });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  return answer;
}

test("reliability 43: every npm script and every command that the documentation names exists", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const names = COMMANDS.map(({ name }) => name);
  for (const file of [...PAPERS, "compose.yaml", ".env.example", "DECISIONS.md"]) {
    for (const [, script = ""] of read(file).matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g))
      expect([file, script]).toEqual([file, scripts[script] ? script : "an npm script"]);
    for (const [, command = ""] of read(file).matchAll(/npm run (?:--silent )?admin -- ([a-z][a-z -]*)/g)) {
      const isCommand = /^(help|COMMAND)\b/.test(command) || names.some((name) => `${command} `.startsWith(`${name} `));
      expect([file, command]).toEqual([file, isCommand ? command : "a command"]);
    }
  }
});

test("reliability 43: DECISIONS.md gives a reason for every dependency, and lists no other package", () => {
  const packages = ["package.json", "test/package.json"].map((file) => JSON.parse(read(file)));
  const table = read("DECISIONS.md").split("| package | why |")[1] ?? "";
  const documentedPackages = Array.from(table.matchAll(/^\| (`.+`) \| .+ \|$/gm), ([, names = ""]) =>
    names.split(", "),
  ).flat();
  const names = packages.flatMap((each) => Object.keys({ ...each.dependencies, ...each.devDependencies }));
  const installedPackages = [...new Set(names)].filter((name) => !name.startsWith("@types/"));
  expect(documentedPackages.filter((name) => name !== "`@types/*`").sort()).toEqual(
    installedPackages.map((name) => `\`${name}\``).sort(),
  );
});

test("reliability 43: every setting that the documentation names exists", () => {
  const variables = new Set<string>([...SETTINGS, ...SECRETS.map((name) => `${name}_FILE`)]);
  const assigned = /(?<![\w$-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/g;
  const otherVariables = new Set(["CHROMIUM_PATH", "TEST_ENGINE", "NODE_ENV", "NODE_24_WITHIN_S"]);
  for (const file of [...PAGES, "compose.yaml", "SECURITY.md"])
    for (const [, name = ""] of read(file).matchAll(assigned))
      if (!otherVariables.has(name)) expect([file, name, variables.has(name)]).toEqual([file, name, true]);
  const { services } = parse(read("compose.yaml"), { merge: true });
  for (const name of Object.keys(services.node.environment)) expect([name, variables.has(name)]).toEqual([name, true]);
});

test("reliability 43: every file that the documentation names exists", () => {
  const folders = [".github", "app", "db", "docs", "public", "scripts", "test", "."];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: folder !== ".", encoding: "utf8" }).map((file) => `/${join(folder, file)}`),
  );
  // Packages, and the places of new files.
  const noFiles = /^(ical\.js|ipaddr\.js|commonmark\.json)$|things/;
  for (const paper of [...PAPERS, "CHANGELOG.md", "DECISIONS.md", "docs/design.md", "docs/performance.md"]) {
    const names = read(paper).matchAll(/`([\w.$-][\w./$-]*\.(?:tsx?|mjs|css|json|md|ya?ml|service))`/g);
    for (const [, name = ""] of names)
      if (!noFiles.test(name) && !files.some((file) => file.endsWith(`/${name}`)))
        expect([paper, name]).toEqual([paper, "a file"]);
  }
});

test("reliability 43: every file and every heading that the documentation links to exists", () => {
  const headings = (file: string) =>
    Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, text = ""]) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, "")
        .replaceAll(" ", "-"),
    );
  for (const file of [...PAPERS, "CHANGELOG.md", "DECISIONS.md", "docs/performance.md"]) {
    for (const [, link = ""] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [path = "", anchor] = link.split("#");
      const target = path ? join(dirname(file), path) : file;
      expect([file, link, existsSync(target)]).toEqual([file, link, true]);
      if (anchor) expect([file, link, headings(target)]).toEqual([file, link, expect.arrayContaining([anchor])]);
    }
  }
  for (const [, anchor = ""] of read(".github/ISSUE_TEMPLATE/config.yml").matchAll(/longevity-leaders#(\S+)/g))
    expect([anchor, headings("README.md")]).toEqual([anchor, expect.arrayContaining([anchor])]);
});

test("reliability 43: compose.yaml defines every service and volume that it names, and uses no image of an archived project", () => {
  const file = parse(read("compose.yaml"), { merge: true });
  const { services, volumes, configs } = file;
  for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
    expect([name, Boolean(service.image)]).toEqual([name, true]);
    expect(String(service.image)).not.toMatch(/minio/);
    for (const volume of (service.volumes as string[]) ?? [])
      expect(Object.keys(volumes)).toContain(volume.split(":")[0]);
    for (const serviceName of Object.keys((service.depends_on as object) ?? {}))
      expect(Object.keys(services)).toContain(serviceName);
    for (const { source } of (service.configs as { source: string }[]) ?? [])
      expect(Object.keys(configs)).toContain(source);
  }
  const { node, s3 } = services;
  const [, bucketPort] = /:(\d+)$/.exec(node.environment.S3_ENDPOINT) ?? [];
  expect(configs.garage.content).toContain(`api_bind_addr = "0.0.0.0:${bucketPort}"`);
  expect(configs.garage.content).toContain(`s3_region = "${node.environment.S3_REGION}"`);
  expect([s3.environment.GARAGE_DEFAULT_BUCKET, s3.environment.GARAGE_DEFAULT_ACCESS_KEY]).toEqual([
    node.environment.S3_BUCKET,
    node.environment.S3_ACCESS_KEY_ID,
  ]);
  // Garage takes keys of this form only.
  expect(node.environment.S3_ACCESS_KEY_ID).toMatch(/^GK[0-9a-f]{24}$/);
});

const canVerify = spawnSync("systemd-analyze", ["--version"]).status === 0;
test.runIf(canVerify)("reliability 43: systemd finds nothing wrong with the unit", () => {
  const folder = mkdtempSync(join(tmpdir(), "longevity-unit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const unit = join(folder, "longevity.service");
  writeFileSync(unit, read("docs/longevity.service").replace("/usr/bin/node", process.execPath));
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  expect([status, stdout + stderr]).toEqual([0, ""]);
});

test("reliability 43: the YAML of the documentation, the workflows and the issue templates can be parsed", () => {
  for (const { language, code } of blocks) if (language === "yaml") expect(parse(code)).toBeTypeOf("object");
  for (const name of [
    "workflows/check.yml",
    "ISSUE_TEMPLATE/bug.yml",
    "ISSUE_TEMPLATE/idea.yml",
    "ISSUE_TEMPLATE/config.yml",
  ])
    expect(parse(read(`.github/${name}`))).toBeTypeOf("object");
});

test("the index of DECISIONS.md lists each record under its subject", () => {
  const [index = "", ...subjects] = read("DECISIONS.md").split(/^## (?!Index)/m);
  const records = subjects.flatMap((subject) =>
    [...subject.matchAll(/^### (\d+)\. /gm)].map(([, number]) => `${subject.split("\n")[0]}: ${number}`),
  );
  const listedRecords = [...index.matchAll(/^\| \[(.+?)\]\(.+?\) \| ([\d, ]+) \|$/gm)].flatMap(
    ([, subject, numbers = ""]) => numbers.split(", ").map((number) => `${subject}: ${number}`),
  );
  expect(listedRecords.toSorted()).toEqual(records.toSorted());
  const numbers = records.map((record) => record.split(": ")[1]);
  expect(new Set(numbers).size).toBe(numbers.length);
});
