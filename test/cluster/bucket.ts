/** Where the nodes keep their files. */
import { startS3 } from "../support/s3";

export interface Bucket {
  /** For the environment of a site. */
  env: Record<string, string>;
  /** It refuses everything, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startBucket(_folder: string): Promise<Bucket> {
  const server = await startS3();
  return {
    env: server.env,
    stop: async () => server.fail(503),
    start: async () => server.fail(null),
  };
}
