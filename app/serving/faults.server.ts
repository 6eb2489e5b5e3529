/** What nobody caught. */
import { log } from "~/log.server";

/**
 * From here on an exception that nobody caught, or a promise that failed with nobody waiting, is one log line, and the server
 * goes on. Ending would be the usual way: who knows what is half done? Here nothing that counts is in memory (what is true is
 * in the database, written in transactions), and one request that goes wrong must not take all others along (reliability.md
 * 30), least of all one that somebody can send again and again.
 */
export function surviveFaults(): void {
  process.on("uncaughtException", (error, origin) => {
    log.error({ err: error, origin }, "nobody caught this; the server goes on");
  });
}
