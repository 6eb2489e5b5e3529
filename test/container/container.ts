/** Runs a process in the files of an image, as `compose.yaml` starts it: without root, capabilities and a writable file system. */
import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import { freePort } from "../support/postgres";
import { waitUntil } from "../support/processes";
import type { Image } from "./images";

export interface Container {
  /** For example http://127.0.0.1:41234, without a slash at the end. */
  url: string;
  output(): string;
  /** Runs a command of the shell inside, as `docker exec` does. @throws Error with what it wrote when it fails. */
  exec(command: string): string;
  /** Runs the command of HEALTHCHECK. @throws Error with what it wrote when it fails. */
  checkHealth(): string;
  /** Ends the process with SIGTERM. @throws Error when it does not end with 0 within ten seconds, as Docker waits. */
  stop(): Promise<void>;
  kill(): void;
}

/**
 * Enters a mount and process namespace, with the image read-only, /data mounted and /tmp in memory. Then it executes the
 * process.
 */
const START = `
set -e
root=$1; data=$2; shift 2
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec chroot "$root" "$@"
`;

/** Starts the container. Creates `dataDir` for its volume if it does not exist. */
export async function startContainer({ root, config }: Image, dataDir: string): Promise<Container> {
  const [user, group] = identityOf(config.User, root);
  mkdirSync(dataDir, { recursive: true });
  chownSync(dataDir, user, group);
  const port = await freePort();
  const settings = ["HOST=127.0.0.1", `PORT=${port}`, "LINK_CHECK=off", "OPEN_DATA=off", "SMTP_URL=smtp://127.0.0.1:9"];
  const unprivileged = ["setpriv", `--reuid=${user}`, `--regid=${group}`, "--clear-groups", "--no-new-privs"];
  const commandInside = [
    ...[...unprivileged, "--bounding-set=-all", "--inh-caps=-all"],
    ...["env", "-i", "-C", config.WorkingDir, ...config.Env, "HOME=/home/node", ...settings],
  ];

  const namespaces = ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", START, "sh", root, dataDir];
  const child = spawn("unshare", [...namespaces, ...commandInside, ...config.Cmd], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  let code: number | null | undefined;
  child.on("close", (status) => {
    code = status;
  });
  await waitUntil("the container listens", () => {
    if (code !== undefined) throw new Error(`The container ended with ${code}:\n${output.join("")}`);
    return output.join("").includes('"listening"');
  }).catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });

  /** The process that has the number 1 inside. `unshare` waits for it. */
  const firstProcess = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"));
  const exec = (command: string[]) => {
    const enterArguments = [
      "--target",
      String(firstProcess),
      "--mount",
      "--pid",
      "--root",
      "--",
      ...commandInside,
      ...command,
    ];
    const { status, stdout, stderr } = spawnSync("nsenter", enterArguments, { encoding: "utf8" });
    if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
    return stdout + stderr;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output.join(""),
    exec: (command) => exec(["sh", "-c", command]),
    checkHealth: () => exec(config.Healthcheck.Test.slice(1)),
    async stop() {
      process.kill(firstProcess, "SIGTERM");
      await waitUntil("the container ends after SIGTERM", () => code !== undefined, 10_000);
      if (code !== 0) throw new Error(`The container ended with ${code} after SIGTERM:\n${output.join("")}`);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Returns the numbers of a user and its group. */
function identityOf(name: string, root: string): [number, number] {
  const users = readFileSync(`${root}/etc/passwd`, "utf8").split("\n");
  const [, , user, group] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
  if (!user || user === "0") throw new Error(`The image runs as ${name || "root"}.`);
  return [Number(user), Number(group)];
}
