/**
 * `npm run test:container`: builds the image of the Dockerfile without Docker, runs it as `compose.yaml` does and asks it what
 * an operator asks. It needs root, buildah and mmdebstrap. DEBIAN_MIRROR names another mirror than deb.debian.org.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../scripts/program";
import { makeBase } from "./base";
import { startContainer } from "./container";
import { bytesIn, type Image, openStore } from "./images";

const PROGRAMS = ["buildah", "mmdebstrap", "unshare", "nsenter", "setpriv"];
const BASE = "docker.io/library/node:24-slim";
const EDITOR = "anna@example.org";
const BACKUP = "/data/copy.tar.gz";

await runProgram(async () => {
  // The files of the base and of the volume are for other users, too.
  process.umask(0o022);
  const complaint = missingPart();
  if (complaint) {
    console.log(complaint);
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "longevity-container-"));
  const store = openStore(join(folder, "images"));
  try {
    console.log("Making a base of Debian and Node …");
    const base = join(folder, "base");
    makeBase(base);
    store.add(BASE, base);
    console.log("Building the image …");
    const image = store.build();
    console.log(`The image adds ${Math.round((image.bytes - bytesIn(base)) / 1e6)} MB to its base.`);
    await rehearse(image, join(folder, "data"));
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Says in one line what this machine lacks. */
function missingPart(): string | undefined {
  const missingPrograms = PROGRAMS.filter((name) => spawnSync(name, ["--version"]).error);
  if (missingPrograms.length > 0)
    return `npm run test:container needs ${missingPrograms.join(", ")}. On Debian: apt-get install buildah mmdebstrap util-linux.`;
  if (process.getuid?.() !== 0) return "npm run test:container needs root, because it mounts file systems.";
  return undefined;
}

async function rehearse(image: Image, dataDir: string): Promise<void> {
  await inContainer(async ({ url, output, exec, checkHealth }) => {
    check("the log has the link for the first account", output(), /\/setup\b/);
    check("the health check passes", checkHealth(), "");
    check("the process is not root", exec("id -u"), /^[1-9]\d*$/m);
    check("it has no capability", exec("grep CapEff /proc/1/status"), /^CapEff:\s*0+$/m);
    check("its files are read-only", exec("touch /site/file 2>&1 || true"), "Read-only file system");
    const page = await text(`${url}/directory`);
    const style = /href="(\/build\/[^"]+\.css)"/.exec(page)?.[1];
    check("pages have their styles", await text(`${url}${style}`), "{");
    check("admin -- version", exec("npm run admin -- version"), /\d+\.\d+\.\d+/);
    check("admin -- healthcheck", exec("npm run admin -- healthcheck --wait 10"), "");
    check("admin -- user add", exec(`npm run admin -- user add ${EDITOR} Anna Berg --role editor`), "http");
    check("admin -- backup", exec(`npm run admin -- backup ${BACKUP}`), BACKUP);
    check("admin -- verify", exec(`npm run admin -- verify ${BACKUP}`), "");
  });
  await inContainer(async ({ exec, checkHealth }) => {
    check("the health check passes after a restart", checkHealth(), "");
    check("the account is there", exec("npm run admin -- user list"), EDITOR);
  });

  async function inContainer(ask: (container: Awaited<ReturnType<typeof startContainer>>) => Promise<void>) {
    const container = await startContainer(image, dataDir);
    try {
      await ask(container);
      await container.stop();
      console.log("✓ SIGTERM ends it with code 0");
    } finally {
      container.kill();
    }
  }
}

async function text(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return response.text();
}

/** Throws an error with the text if the value is not the expected one. */
function check(property: string, text: string, expected: string | RegExp): void {
  const isExpected = typeof expected === "string" ? text.includes(expected) : expected.test(text);
  if (!isExpected) throw new Error(`This does not hold: ${property}.\n${text}`);
  console.log(`✓ ${property}`);
}
