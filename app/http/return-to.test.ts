import { expect, test } from "vitest";
import { safeReturnTo } from "./return-to";

test("reliability 16: a return address stays on this site in any notation", () => {
  for (const path of ["/", "/submit?x=1#end", "/a//b"]) expect(safeReturnTo(path)).toBe(path);
  const foreignAddresses = [
    "//evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/a/../..//evil.example",
    "/\\evil.example",
  ];
  for (const address of [
    ...foreignAddresses,
    "/\t/evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "evil.example",
    "",
    7,
    null,
    undefined,
  ])
    expect([address, safeReturnTo(address, "/home")]).toEqual([address, "/home"]);
});
