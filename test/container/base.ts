/** Makes a stand-in for the image `node:24-slim`: Debian by mmdebstrap, Node and npm from npm, and the user `node`. */
import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MIRROR = process.env.DEBIAN_MIRROR || "http://deb.debian.org/debian";
const SUITE = "bookworm";
const NODE = `node-linux-${process.arch}@24`;
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

/** Creates `folder`, which must not exist, with the files of the base image. */
export function makeBase(folder: string): void {
  const options = ["--mode=root", "--variant=minbase", "--include=ca-certificates", "--quiet"];
  execFileSync("mmdebstrap", [...options, SUITE, folder, MIRROR], { stdio: ["ignore", "ignore", "inherit"] });
  const localFolder = join(folder, "usr/local");
  unpack(NODE, localFolder);
  unpack(npmOfThisProject(), join(localFolder, "lib/node_modules/npm"));
  for (const name of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(localFolder, "bin", name));
  appendFileSync(join(folder, "etc/passwd"), "node:x:1000:1000::/home/node:/bin/bash\n");
  appendFileSync(join(folder, "etc/group"), "node:x:1000:\n");
  execFileSync("install", ["--directory", "--owner=1000", "--group=1000", join(folder, "home/node")]);

  // Debian's images keep no cache of packages.
  writeFileSync(
    join(folder, "etc/apt/apt.conf.d/docker-clean"),
    'Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache "";\n',
  );

  // The build reaches the registry as this machine does.
  copyFileSync(CERTIFICATES, join(folder, CERTIFICATES));
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" });
  mkdirSync(join(localFolder, "etc"), { recursive: true });
  writeFileSync(join(localFolder, "etc/npmrc"), `registry=${registry.trim()}\ncafile=${CERTIFICATES}\n`);
}

function npmOfThisProject(): string {
  return JSON.parse(readFileSync("package.json", "utf8")).packageManager;
}

function unpack(name: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const packArguments = ["pack", name, "--silent", "--pack-destination", folder];
  const file = join(folder, execFileSync("npm", packArguments, { encoding: "utf8" }).trim());
  execFileSync("tar", ["--extract", "--file", file, "--directory", folder, "--strip-components=1", "--no-same-owner"]);
  execFileSync("rm", [file]);
}
