import { beforeEach, inject } from "vitest";
import { renewSessions } from "../support/admin";
import type { Site } from "../support/site";
import type { World } from "../support/world";

/** The world without functions, as it is given to the test files. */
export type SharedWorld = Omit<World, "site" | "restart"> & { site: Pick<Site, "url" | "dataDir" | "pid"> };

declare module "vitest" {
  interface ProvidedContext {
    world: SharedWorld;
  }
}

/** Returns the world that all files of test/hostile share. */
export function sharedWorld(): World {
  const world = inject("world");
  // A run lasts longer than the ten minutes of a recent sign-in.
  beforeEach(() => renewSessions(world.site));
  const restart = () => Promise.reject(new Error("The shared site cannot be started again."));
  return { ...world, restart, site: { ...world.site, logs: () => [], stop: async () => {} } };
}
