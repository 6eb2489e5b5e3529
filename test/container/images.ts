/** Makes images in a store of their own, by buildah without a daemon. */
import { execFileSync } from "node:child_process";

export interface Image {
  /** The folder of its files. */
  root: string;
  bytes: number;
  /** The Dockerfile's settings under Docker's names. */
  config: { User: string; WorkingDir: string; Env: string[]; Cmd: string[]; Healthcheck: { Test: string[] } };
}

export interface Store {
  /** Makes an image of a folder. */
  add(name: string, folder: string): void;
  /** Builds the Dockerfile of this folder without asking a registry for images. */
  build(): Image;
  close(): void;
}

const NAME = "localhost/longevity:rehearsal";

export function openStore(folder: string): Store {
  const storeOptions = ["--root", folder, "--runroot", `${folder}-run`, "--storage-driver", "vfs"];
  const run = (...args: string[]) => {
    const stdio = ["ignore", "pipe", "pipe"] as const;
    return execFileSync("buildah", [...storeOptions, ...args], {
      encoding: "utf8",
      stdio: [...stdio],
      maxBuffer: 2 ** 28,
    }).trim();
  };

  return {
    add(name, files) {
      const container = run("from", "scratch");
      run("add", container, files, "/");
      run("commit", "--format", "docker", "--rm", container, name);
    },
    build() {
      run("bud", "--isolation", "chroot", "--pull-never", "--format", "docker", "--tag", NAME, ".");
      const root = run("mount", run("from", "--pull-never", NAME));
      const { Docker } = JSON.parse(run("inspect", "--type", "image", NAME));
      return { root, bytes: bytesIn(root), config: Docker.config };
    },
    close() {
      run("umount", "--all");
      run("rm", "--all");
    },
  };
}

export function bytesIn(folder: string): number {
  const sum = execFileSync("du", ["--summarize", "--bytes", "--one-file-system", folder], { encoding: "utf8" });
  return Number.parseInt(sum, 10);
}
