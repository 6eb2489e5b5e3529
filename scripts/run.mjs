// The one entry of all npm scripts: checks Node, does what is missing, runs the command.
// Plain Node without dependencies, because it must work before anything is installed.
import { nodeProblem } from "./node-version.mjs";
import { measuring, programs } from "./programs.mjs";

/** Commands in plain Node. Each module exports `main(args)`. */
const commands = {
  start: () => import("./start.mjs"),
  dev: () => import("./dev.mjs"),
  build: () => import("./build.mjs"),
  test: () => import("./test.mjs"),
};

const [name, ...args] = process.argv.slice(2);
try {
  const problem = nodeProblem(process.versions.node);
  if (problem) throw new Error(problem);
  const command = await find(name);
  await command.main(args);
} catch (error) {
  // A plain Error, or one about the arguments, is a sentence for the person at the keyboard; anything else is a fault
  // of ours and shows where.
  const isSentence = error?.constructor === Error || error?.code?.startsWith?.("ERR_PARSE_ARGS");
  console.error(isSentence ? error.message : error);
  process.exit(1);
}

async function find(name) {
  if (Object.hasOwn(commands, name)) return commands[name]();
  if (!programs.includes(name)) {
    throw new Error(
      `There is no command "${name}". The commands: ${[...Object.keys(commands), ...programs].join(", ")}.`,
    );
  }
  process.env.NODE_ENV ??= "production";
  const { ensureBuilt, ensureInstalled } = await import("./prepare.mjs");
  await ensureBuilt();
  if (measuring.includes(name)) await ensureInstalled({ dev: true });
  return import(`../build/scripts/${name}.js`);
}
