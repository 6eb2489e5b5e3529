// Becomes build/index.js: runs build/server.cjs with what V8 made of it at build time, so that nothing has to be compiled
// again. Modules are fetched without `import`, which would first evaluate all that node:fs and others load on demand.
const [fs, { createRequire }, { Script }, { crc32 }] = ["fs", "module", "vm", "zlib"].map((name) =>
  process.getBuiltinModule(`node:${name}`),
);
const file = `${import.meta.dirname}/server.cjs`;
// V8 takes what was compiled only under the very same options: one file for each way of starting (scripts/warm.mjs).
const compiled = `${import.meta.dirname}/server-${crc32(process.execArgv.join(" ")).toString(16)}.compiled`;

const source = fs.readFileSync(file);
const script = new Script(source.latin1Slice(), { filename: file, cachedData: readCompiled() });
if (process.env.KEEP_COMPILED === "yes") process.once("exit", keepCompiled);
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(import.meta.url), module);

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
