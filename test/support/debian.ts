import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const LOCK = "/run/lock/longevity-tests-packages";

/** Installs packages if the tests run as root on Debian; does nothing otherwise. Prints the names and any error. */
export function installFromDebian(packages: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${packages.join(", ")} from Debian …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  // Test files that run at once would fail at each other's lock (flock is in Debian's essential packages).
  const apt = (...args: string[]) => run("flock", [LOCK, "apt-get", ...args], env);
  if (apt("update")) apt("install", "-y", "--no-install-recommends", ...packages);
}

/** Runs a program and waits for its end. Returns false, and prints its errors, when it fails. */
export function run(program: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status, stderr } = spawnSync(program, args, { env: { ...process.env, ...env }, encoding: "utf8" });
  if (status !== 0) console.log(stderr);
  return status === 0;
}
