import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * A package that is loaded when it is first used, because most processes never use it: it costs the start neither time nor
 * memory. An `import` at the top of a module would load it with the site, however late that module itself is needed.
 *
 * @param name of a package that package.json lists.
 */
export function onUse<Module>(name: string): () => Module {
  let loaded: Module | undefined;
  return () => (loaded ??= require(name) as Module);
}
