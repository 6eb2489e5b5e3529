// The least that a request costs in Node: answers from memory. The folder holds NAME.json (status, headers) and NAME (body).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const folder = process.argv[2];
const names = readdirSync(folder).filter((name) => existsSync(join(folder, `${name}.json`)));
const answers = new Map(
  names.map((name) => [
    `/${name}`,
    { body: readFileSync(join(folder, name)), ...JSON.parse(readFileSync(join(folder, `${name}.json`))) },
  ]),
);

createServer((incoming, outgoing) => {
  const { headers, body } = answers.get(incoming.url) ?? { headers: [], body: "" };
  outgoing.writeHead(200, headers).end(body);
}).listen(Number(process.env.PORT), process.env.HOST);
