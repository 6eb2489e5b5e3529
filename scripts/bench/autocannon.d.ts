/** As much of autocannon as load.ts uses. */
declare module "autocannon" {
  interface Client {
    setRequests(requests: { method: string; path: string; headers: Record<string, string> }[]): void;
  }
  interface Options {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
    workers: number;
    setupClient(client: Client): void;
  }
  interface Result {
    requests: { total: number; average: number };
    latency: { p50: number; p99: number };
    errors: number;
    timeouts: number;
    "4xx": number;
    "5xx": number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
