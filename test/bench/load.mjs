// Asks servers as fast as they answer, in a process of its own: load.ts sends what to ask and gets what was answered.
import autocannon from "autocannon";

let asked = 0;

process.on("message", async ({ url, paths, headers, connections, seconds, timeout, readers }) => {
  // Each connection has its own share of the paths, so that no path is asked for twice.
  const share = Math.max(1, Math.floor(paths.length / connections));
  let given = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout,
    setupClient(client) {
      const own = paths.slice(given, given + share);
      given = (given + share) % paths.length;
      const times = Math.ceil(readers / connections / own.length) || 1;
      const repeated = Array.from({ length: times }, () => own).flat();
      client.setRequests(repeated.map((path) => ({ method: "GET", path, headers: from(readers && ++asked, headers) })));
    },
  });
  const failed = result.errors + result.timeouts + result["4xx"] + result["5xx"];
  const refused = result.statusCodeStats[503]?.count ?? 0;
  const { total, average } = result.requests;
  process.send({ requests: total, perSecond: average, p99: result.latency.p99, failed, refused });
});

/** Returns the address that a proxy would report, from another network for each request; an empty one for 0. */
function from(reader, headers) {
  if (!reader) return headers;
  return { ...headers, "X-Forwarded-For": `11.${(reader >> 16) & 255}.${(reader >> 8) & 255}.${reader & 255}` };
}
