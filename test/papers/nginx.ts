/** Runs nginx with a server block of the documentation, on a free port of this machine. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { installFromDebian } from "../support/debian";
import { freePort } from "../support/postgres";
import { waitUntil } from "../support/processes";

/** Finds nginx, and installs it from Debian if it is missing. Returns undefined if it cannot. */
export function findNginx({ install = true } = {}): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  const path = folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
  if (path || !install) return path;
  installFromDebian(["nginx-light"]);
  return findNginx({ install: false });
}

export interface Nginx {
  port: number;
  /** The port for plain http. */
  plainPort: number;
  stop(): Promise<void>;
}

/** Starts nginx with a block of the documentation, with its port, certificate and site address replaced. */
export async function startNginx(program: string, block: string, site: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-nginx-"));
  const [port, plainPort] = [await freePort(), await freePort()];
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=longevity.example.org", "-days", "1", "-keyout", key, "-out", certificate];
  const openssl = spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject], {
    encoding: "utf8",
  });
  if (openssl.status !== 0) throw new Error(`openssl failed:\n${openssl.stderr}`);
  const localBlock = block
    .replace("listen 80;", `listen 127.0.0.1:${plainPort};`)
    .replace(/^.*listen \[::\]:.*\n/gm, "")
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace(/^(\s*ssl_certificate\s+).*;$/m, `$1${certificate};`)
    .replace(/^(\s*ssl_certificate_key\s+).*;$/m, `$1${key};`)
    .replace("http://127.0.0.1:3000", site);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const folders = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join("\n");
  const [pid, errors] = [join(folder, "pid"), join(folder, "errors")];
  mkdirSync(join(folder, "logs"));
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off;\npid ${pid};\nerror_log ${errors};\nevents {}\nhttp {\naccess_log off;\n${folders}\n${localBlock}\n}\n`,
  );
  const nginxArgs = ["-p", folder, "-c", join(folder, "nginx.conf")];
  const configTest = spawnSync(program, ["-t", ...nginxArgs], { encoding: "utf8" });
  if (configTest.status !== 0) throw new Error(`nginx refuses the block:\n${configTest.stderr}`);
  const server = spawn(program, nginxArgs, { stdio: "ignore" });
  const closed = once(server, "close");
  const kill = () => server.kill("SIGTERM");
  process.once("exit", kill);
  // The test of the block has made the file, which stays empty until nginx listens.
  await waitUntil("nginx listens", () => statSync(pid).size > 0);
  return {
    port,
    plainPort,
    async stop() {
      process.off("exit", kill);
      kill();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
