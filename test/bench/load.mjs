// Sends requests to servers as fast as they answer, in a separate process. load.ts sends the requests to make and receives the counts of answers.
import autocannon from "autocannon";

let requestCount = 0;

process.on("message", async ({ url, paths, headers, connections, seconds, timeout, readers }) => {
  // Each connection has its own share of the paths, so that no path is requested twice.
  const share = Math.max(1, Math.floor(paths.length / connections));
  let nextIndex = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout,
    setupClient(client) {
      const ownPaths = paths.slice(nextIndex, nextIndex + share);
      nextIndex = (nextIndex + share) % paths.length;
      const times = Math.ceil(readers / connections / ownPaths.length) || 1;
      const repeatedPaths = Array.from({ length: times }, () => ownPaths).flat();
      client.setRequests(
        repeatedPaths.map((path) => ({ method: "GET", path, headers: headersOf(readers && ++requestCount, headers) })),
      );
    },
  });
  const failed = result.errors + result.timeouts + result["4xx"] + result["5xx"];
  const refusedCount = result.statusCodeStats[503]?.count ?? 0;
  const { total, average } = result.requests;
  process.send({ requests: total, perSecond: average, p99: result.latency.p99, failed, refused: refusedCount });
});

/** Returns the headers with the address that a proxy would report, from another network for each request; without it for 0. */
function headersOf(reader, headers) {
  if (!reader) return headers;
  return { ...headers, "X-Forwarded-For": `11.${(reader >> 16) & 255}.${(reader >> 8) & 255}.${reader & 255}` };
}
