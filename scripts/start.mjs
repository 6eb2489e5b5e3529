import { ensureBuilt } from "./prepare.mjs";

/**
 * `npm start`: does what is missing, then serves. The server runs in this very process, so signals reach it directly
 * and no second Node takes memory.
 */
export async function main() {
  await ensureBuilt();
  process.env.NODE_ENV = "production";
  await import("../build/index.js");
}
