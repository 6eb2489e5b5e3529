/** `node scripts/precompress.mjs FOLDER`: writes a brotli and a gzip form of every text file, for the static file server. */
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";

const TEXT = /\.(css|js|json|map|svg|txt|webmanifest)$/;

const [folder = "public/build"] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true }).filter((file) => TEXT.test(file));
await Promise.all(files.map((file) => compress(join(folder, file))));

async function compress(path) {
  const content = await readFile(path);
  const compressedContents = {
    ".br": await promisify(brotliCompress)(content, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    ".gz": await promisify(gzip)(content, { level: 9 }),
  };
  for (const [extension, compressed] of Object.entries(compressedContents)) {
    if (compressed.length < content.length) await writeFile(path + extension, compressed);
  }
}
