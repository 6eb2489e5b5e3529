import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { filesOf } from "./static-files.server";

async function site() {
  const folder = mkdtempSync(join(tmpdir(), "longevity-files-"));
  writeFileSync(join(folder, "gone.txt"), "x".repeat(10_000));
  writeFileSync(join(folder, "there.txt"), "0123456789");
  const send = filesOf(folder);
  const server = createServer((incoming, outgoing) => send(incoming, outgoing) || outgoing.writeHead(404).end());
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a file that vanished costs its own answer, and no other", async () => {
  const { folder, url } = await site();
  rmSync(join(folder, "gone.txt"));
  await expect(fetch(`${url}/gone.txt`).then((response) => response.text())).rejects.toThrow();
  expect(await (await fetch(`${url}/there.txt`)).text()).toBe("0123456789");
});

test("a part that nobody can mean is answered with the whole", async () => {
  const { url } = await site();
  for (const range of ["bytes=5-2", "bytes=-3", "bytes=99-", "lines=1-2", "bytes=a-b"]) {
    const response = await fetch(`${url}/there.txt`, { headers: { Range: range } });
    expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
  }
});
