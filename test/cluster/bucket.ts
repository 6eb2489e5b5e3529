/** Starts the bucket of the nodes: OpenStack Swift, or a test server for the short run. */
import { installFromDebian } from "../support/debian";
import { startS3 } from "../support/s3";
import { isSwiftInstalled, SWIFT_PACKAGES, startSwift } from "./swift";

export interface Bucket {
  /** The environment variables of a site. */
  env: Record<string, string>;
  /** Makes the bucket answer nothing, or only errors, until `back`. */
  away(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBucket({ isShort }: { isShort: boolean }): Promise<Bucket> {
  if (!isShort) {
    if (!isSwiftInstalled()) installFromDebian(SWIFT_PACKAGES);
    if (isSwiftInstalled()) return startSwift();
    console.log("OpenStack Swift is not installed: a server of the tests keeps the files.");
  }
  const { env, fail, stop } = await startS3();
  return { env, stop, away: async () => fail(503), back: async () => fail(null) };
}
