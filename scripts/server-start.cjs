// Becomes build/index.js: runs build/server.cjs with what V8 made of it at build time, so that nothing has to be compiled
// again. It is CommonJS, because Node then loads nothing of its own for ES modules.
const v8 = require("node:v8");
// V8 takes what it compiled earlier, of this program and of Node's own modules, only when its options are the same as then.
// What these decide was done when the process began, and nothing reads them any more: with their standard values what there is
// fits again, which saves more than half of a start. The heap keeps its size, and `gc` stays.
for (const option of ["--max-old-space-size=0", "--max-semi-space-size=0", "--initial-heap-size=0", "--no-expose-gc"])
  v8.setFlagsFromString(option);

/** By then what was compiled earlier is loaded. */
const STARTED_MS = 1_000;

const fs = require("node:fs");
const { Script } = require("node:vm");
const { crc32 } = require("node:zlib");

const file = `${__dirname}/server.cjs`;
const compiled = `${__dirname}/server.compiled`;

const source = fs.readFileSync(file);
const script = new Script(source.latin1Slice(), { filename: file, cachedData: readCompiled() });
if (process.env.KEEP_COMPILED === "yes") process.once("exit", keepCompiled);
else setTimeout(believeInYouth, STARTED_MS).unref();
script.runInThisContext()(exports, require, module);

/**
 * While the memory of a site fills, most of what is made stays, and V8 then makes what the same places of the program make with the
 * old things at once, for good. All that leads to lives until the whole heap is looked through: under load twenty times as often.
 */
function believeInYouth() {
  v8.setFlagsFromString("--no-allocation-site-pretenuring");
}

/**
 * What was kept of this very source; undefined when there is nothing, or something else: then it is compiled. V8 looks at
 * its own version and options, but ends the process when the data is damaged.
 */
function readCompiled() {
  try {
    const bytes = fs.readFileSync(compiled);
    const data = bytes.subarray(8);
    const isWhole = bytes.readUInt32LE(0) === crc32(source) && bytes.readUInt32LE(4) === crc32(data);
    return isWhole ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Also holds the functions that ran so far. The file gets its name once it is complete. */
function keepCompiled() {
  const data = script.createCachedData();
  const sums = Buffer.alloc(8);
  sums.writeUInt32LE(crc32(source), 0);
  sums.writeUInt32LE(crc32(data), 4);
  fs.writeFileSync(`${compiled}.unfinished`, Buffer.concat([sums, data]));
  fs.renameSync(`${compiled}.unfinished`, compiled);
}
