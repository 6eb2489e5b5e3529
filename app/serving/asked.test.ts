/** A request as loaders are given it, from a real connection. */
import { request as ask } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { SERVER_SAYS } from "~/http.server";
import { Asked } from "./asked.server";
import { listen } from "./listener.server";

/** What `look` sees of a request that somebody sends. */
async function seen<Seen>(
  look: (asked: Asked) => Seen,
  { method = "GET", path = "/", headers = {}, body = "" } = {},
): Promise<Awaited<Seen>> {
  let told: (seen: Seen | PromiseLike<Seen>) => void = () => {};
  const answer = new Promise<Seen>((resolve) => {
    told = resolve;
  });
  const server = await listen(
    (exchange) => {
      const looked = (async () => look(new Asked(exchange)))();
      told(looked as Promise<Seen>);
      looked.catch(() => {}).finally(() => exchange.outgoing.end());
    },
    { port: 0, host: "127.0.0.1" },
  );
  onTestFinished(() => server.stop());
  const { port } = new URL(server.url);
  const sent = ask({ port, host: "127.0.0.1", method, path, headers: { Host: "example.org", ...headers } });
  sent.on("response", (response) => response.resume()).end(body);
  return await answer;
}

test("performance PB18 a loader's request has the address and headers of the real one, and is one", async () => {
  const same = await seen(({ light, request }) => [light, request].map(described), {
    path: "/directory?q=a%20b&page=2",
    headers: { Cookie: "theme=dark", "Accept-Language": "de" },
  });
  expect(same[0]).toEqual(same[1]);
  expect(same[0]).toMatchObject({
    url: "http://example.org/directory?q=a%20b&page=2",
    method: "GET",
    cookie: "theme=dark",
  });
});

function described(request: Request) {
  const { url, method, headers, body, bodyUsed, redirect } = request;
  const cookie = headers.get("Cookie");
  return { url, method, cookie, headers: [...headers], body, bodyUsed, redirect, is: request instanceof Request };
}

test("performance PB18 a request that is asked for its head is one for the whole page, light or not", async () => {
  const methods = await seen(({ light, request }) => [light.method, request.method], { method: "HEAD" });
  expect(methods).toEqual(["GET", "GET"]);
});

test("performance PB18 a body is read through the light request as through the real one", async () => {
  const options = {
    method: "POST",
    body: "name=Ada",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  };
  expect(await seen(({ light }) => light.text(), options)).toBe("name=Ada");
  expect(await seen(async ({ light }) => (await light.formData()).get("name"), options)).toBe("Ada");
  expect(await seen(async ({ light }) => (await light.clone().text()) + (await light.text()), options)).toBe(
    "name=Adaname=Ada",
  );
  expect(await seen(({ light }) => [light.signal instanceof AbortSignal, light.signal.aborted], options)).toEqual([
    true,
    false,
  ]);
});

test("performance PB18 nobody says for the server who asks", async () => {
  const forged = { [SERVER_SAYS.address]: "6.6.6.6", [SERVER_SAYS.id]: "forged" };
  for (const method of ["GET", "POST"]) {
    const told = await seen(
      ({ light, request }) =>
        [light, request].flatMap(({ headers }) => Object.values(SERVER_SAYS).map((one) => headers.get(one))),
      { method, headers: forged },
    );
    expect(told[0]).toBe("127.0.0.1");
    expect(told).not.toContain("forged");
    expect(told.slice(0, 2)).toEqual(told.slice(2));
  }
});
