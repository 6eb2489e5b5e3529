/** Declares the parts of autocannon that the tests use. The package has no types. */
declare module "autocannon" {
  interface Result {
    requests: { average: number };
    non2xx: number;
    errors: number;
    statusCodeStats?: Record<string, { count: number }>;
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    workers?: number;
    requests: { path: string }[];
  }): Promise<Result>;
}
