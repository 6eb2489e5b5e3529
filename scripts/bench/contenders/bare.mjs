// What a request costs at least in Node: finished bytes out of memory, and nothing else. Run with the folder that holds
// them as argument: plain, gzip and br are the bodies of one page, type its type, tag its tag.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const folder = process.argv[2];
const read = (name) => readFileSync(join(folder, name));
const type = read("type").toString();
const tag = read("tag").toString();
const bodies = { "/plain": read("plain"), "/gzip": read("gzip"), "/br": read("br") };

createServer((incoming, outgoing) => {
  if (incoming.url === "/304") {
    outgoing.writeHead(304, { ETag: tag }).end();
    return;
  }
  const body = bodies[incoming.url] ?? bodies["/plain"];
  outgoing.writeHead(200, { "Content-Type": type, "Content-Length": body.length }).end(body);
}).listen(Number(process.env.PORT), process.env.HOST);
