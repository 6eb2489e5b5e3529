import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { runProgram } from "./program";

/** `npm run dev`: migrates the development database, fills an empty one, and serves with live reload. */
await runProgram(async () => {
  const [seedCode] = await once(start(process.execPath, ["--import", "tsx", "scripts/seed.ts"]), "exit");
  if (seedCode !== 0) process.exit(1);
  await prepare();

  // Runs both in a process group and ends it as a whole, because `remix dev` leaves its app server behind.
  const server = start("node_modules/.bin/remix", ["dev"], true);
  const endServer = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(server.pid as number), signal);
    } catch {}
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => endServer(signal));
  process.on("exit", () => endServer("SIGKILL"));
  const [code] = await once(server, "exit");
  process.exitCode = code ?? 0;
});

/** Claims the data folder, as `npm start` does, and prints the link for the first account if there is none yet. */
async function prepare(): Promise<void> {
  process.env.NODE_ENV = "development";
  const { env } = await import("~/env.server");
  const { claimDataFolder } = await import("~/models/whole/operation/one-server.server");
  const { createSetupLink } = await import("~/models/base/accounts/first-run.server");
  const { closeDatabase } = await import("~/db.server");
  claimDataFolder(env.DATA_DIR);
  const link = await createSetupLink(env.SITE_URL ?? `http://localhost:${env.PORT}`).finally(closeDatabase);
  if (link) console.log(`There is no admin yet: open this link to make the first account\n\n    ${link}\n`);
}

function start(program: string, args: string[], detached = false): ChildProcess {
  const env = { ...process.env, NODE_ENV: "development" as const };
  return spawn(program, args, { env, detached, stdio: ["ignore", "inherit", "inherit"] });
}
