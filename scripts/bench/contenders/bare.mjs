// What a request costs at least in Node: finished answers out of memory, and nothing else. Run with the folder that holds them
// as argument: plain, gzip, br and unchanged are the bodies of one page, those names with ".json" the status and headers.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const answers = Object.fromEntries(
  ["plain", "gzip", "br", "unchanged"].map((name) => {
    const file = join(process.argv[2], name);
    return [`/${name}`, { body: readFileSync(file), ...JSON.parse(readFileSync(`${file}.json`)) }];
  }),
);
const { tag } = answers["/unchanged"];

createServer((incoming, outgoing) => {
  const { status, headers, body } = answers[incoming.url] ?? answers["/plain"];
  if (status !== 304) outgoing.writeHead(status, headers).end(body);
  else if (incoming.headers["if-none-match"] === tag) outgoing.writeHead(status, headers).end();
  else outgoing.writeHead(412).end();
}).listen(Number(process.env.PORT), process.env.HOST);
