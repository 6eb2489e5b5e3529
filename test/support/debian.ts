import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs packages where that is possible without asking anyone: as root, on Debian. Says so, and what failed. */
export function installFromDebian(packages: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${packages.join(", ")} from Debian …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  if (run("apt-get", ["update"], env)) run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], env);
}

/** Runs a program to its end, and shows what it says when it fails. */
export function run(program: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status, stderr } = spawnSync(program, args, { env: { ...process.env, ...env }, encoding: "utf8" });
  if (status !== 0) console.log(stderr);
  return status === 0;
}
