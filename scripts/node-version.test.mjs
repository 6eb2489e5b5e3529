import { expect, test } from "vitest";
import { nodeProblem } from "./node-version.mjs";

test.each(["20.19.0", "20.20.2", "22.12.0", "22.23.1"])("Node %s works", (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

test.each(["18.20.8", "20.18.3", "21.7.3", "22.11.0", "23.5.0", "24.19.0"])(
  "Node %s gets one clear sentence",
  (version) => {
    expect(nodeProblem(version)).toMatch(
      new RegExp(`^Longevity Leaders runs on Node.js 20 .*this is Node.js ${version}: [^.]*\\.$`),
    );
  },
);
