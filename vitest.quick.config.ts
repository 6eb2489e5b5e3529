import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config";
const c = mergeConfig(base, defineConfig({}));
c.test!.globalSetup = ["test/support/template.ts"];
export default c;
