declare module "@remix-run/dev/server-build" {
  import type { ServerBuild } from "@remix-run/node";

  const build: ServerBuild;
  export = build;
}

declare module "*.css" {
  const address: string;
  export default address;
}
