import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * Returns a function that loads a package at its first call, because most processes never need it. A top-level `import`
 * would cost every start its time and memory.
 *
 * @param name The name of a package in package.json.
 */
export function lazyPackage<Module>(name: string): () => Module {
  let cachedModule: Module | undefined;
  return () => (cachedModule ??= require(name) as Module);
}
