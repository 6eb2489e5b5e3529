import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { form } from "~/http/form.server";
import { type MultipartLimits, type SentParts, withMultipart } from "./multipart.server";

const LIMITS = { files: 2, fileBytes: 1_000, textBytes: 500 };
const incomingFiles = () => {
  const incoming = join(env.DATA_DIR, "incoming");
  return existsSync(incoming) ? readdirSync(incoming) : [];
};
afterEach(() => expect(incomingFiles()).toEqual([]));

async function requestOf(fields: [string, string | File][]): Promise<Request> {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const encoded = new Response(body);
  const boundary = encoded.headers.get("Content-Type")?.split("boundary=")[1];
  return requestWithBody(Buffer.from(await encoded.arrayBuffer()), { boundary, piece: 1_000 });
}

/** Returns a request with exactly this body, which arrives in pieces. */
function requestWithBody(content: string | Buffer, { boundary = "line", piece = 7 } = {}): Request {
  const bytes = Buffer.from(content as string);
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) =>
    bytes.subarray(index * piece, (index + 1) * piece),
  );
  const body = new ReadableStream({
    pull(controller) {
      const nextPiece = pieces.shift();
      if (nextPiece) controller.enqueue(new Uint8Array(nextPiece));
      else controller.close();
    },
  });
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

/** Reads the request to its end, and returns its texts and the contents of its files. */
async function receivedParts(request: Request | Promise<Request>, limits: MultipartLimits = LIMITS) {
  return withMultipart(await request, limits, async ({ texts, files }: SentParts) => ({
    texts,
    files: files.map(({ path, ...file }) => ({ ...file, content: readFileSync(path, "utf8") })),
  }));
}
const file = (content: string, name = "a.txt") => new File([content], name, { type: "text/plain" });
const part = (head: string, content: string) =>
  `--line\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

describe("EM20 a form with files", () => {
  test("arrives with its texts and files, and with safe file names", async () => {
    const request = await requestOf([
      ["name", "Åse 🧬"],
      ["file", file("one", '../../Ångström "1".png')],
      ["list[]", "a"],
      ["list[]", "b"],
      ["file", file("", "empty.png")],
    ]);
    expect(await receivedParts(request)).toEqual({
      texts: [
        ["name", "Åse 🧬"],
        ["list[]", "a"],
        ["list[]", "b"],
      ],
      files: [
        { field: "file", name: 'Ångström "1".png', bytes: 3, tooLarge: false, content: "one" },
        { field: "file", name: "empty.png", bytes: 0, tooLarge: false, content: "" },
      ],
    });
  });

  test("has no file for an empty file input", async () => {
    expect(
      await receivedParts(
        requestWithBody(`${part('name="file"; filename=""', "")}${part('name="x"', "y")}--line--\r\n`),
      ),
    ).toEqual({
      texts: [["x", "y"]],
      files: [],
    });
  });

  test("accepts a file at the limit, cuts and marks a larger one, and reads the next one completely", async () => {
    const { files } = await receivedParts(
      requestOf([
        ["a", file("x".repeat(1_000))],
        ["b", file("y".repeat(1_001))],
      ]),
    );
    expect(files.map(({ bytes, tooLarge }) => [bytes, tooLarge])).toEqual([
      [1_000, false],
      [1_000, true],
    ]);
    const laterForm = await receivedParts(
      requestOf([
        ["a", file("x".repeat(50_000))],
        ["b", file("whole")],
      ]),
    );
    expect(laterForm.files.map(({ content, tooLarge }) => [content.length, tooLarge])).toEqual([
      [1_000, true],
      [5, false],
    ]);
  });

  test("is refused with too many files, too many texts or texts that are too long", async () => {
    const threeFiles: [string, File][] = [1, 2, 3].map((number) => [`f${number}`, file("x")]);
    await expect(receivedParts(requestOf(threeFiles))).rejects.toMatchObject({
      problem: "tooLarge",
      message: "This is more than can be sent at once: at most 2 files.",
    });
    await expect(receivedParts(requestOf([["a", "x".repeat(501)]]))).rejects.toMatchObject({ problem: "tooLarge" });
    await expect(
      receivedParts(
        requestOf([
          ["a", "x".repeat(300)],
          ["b", "x".repeat(300)],
        ]),
      ),
    ).rejects.toMatchObject({ problem: "tooLarge" });
    const manyFields: [string, string][] = Array.from({ length: 1_001 }, (_, index) => [String(index), ""]);
    await expect(receivedParts(requestOf(manyFields), { ...LIMITS, textBytes: 100_000 })).rejects.toMatchObject({
      problem: "tooLarge",
    });
    const requestWithLargeLength = new Request("http://localhost/", {
      method: "POST",
      body: "--line--",
      headers: { "Content-Type": "multipart/form-data; boundary=line", "Content-Length": "99999999999" },
    });
    await expect(receivedParts(requestWithLargeLength)).rejects.toMatchObject({ problem: "tooLarge" });
  });

  test("is refused, and leaves no file, if it is invalid or breaks off anywhere", async () => {
    const completeBody = `${part('name="x"', "text")}${part('name="file"; filename="a.png"\r\nContent-Type: image/png', "content of it")}--line--\r\n`;
    expect((await receivedParts(requestWithBody(completeBody))).files).toHaveLength(1);
    for (let end = 0; end < completeBody.length - 6; end += 3) {
      const outcome = await receivedParts(requestWithBody(completeBody.slice(0, end))).catch((error) => error);
      expect([end, outcome instanceof AppError, outcome.problem]).toEqual([end, true, "invalid"]);
    }
    for (const nonsense of [
      "",
      "nonsense",
      "--line",
      "--line\r\n\r\n",
      `--line\r\nX: ${"y".repeat(20_000)}\r\n\r\nz`,
    ]) {
      await expect(receivedParts(requestWithBody(nonsense))).rejects.toBeInstanceOf(AppError);
    }
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=", "text/plain", ""]) {
      const request = new Request("http://localhost/", {
        method: "POST",
        body: "x",
        headers: { "Content-Type": type },
      });
      await expect(receivedParts(request)).rejects.toMatchObject({
        problem: expect.stringMatching(/invalid|unsupported/),
      });
    }
  });

  test("leaves no file if the sender disconnects in the middle of one", async () => {
    const start = part('name="file"; filename="a.png"', "x".repeat(300));
    let pulls = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulls++;
        if (pulls > 3) controller.error(new Error("aborted"));
        else controller.enqueue(Buffer.from(pulls === 1 ? start.slice(0, -2) : "more"));
      },
    });
    const headers = { "Content-Type": "multipart/form-data; boundary=line" };
    const request = new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
    await expect(receivedParts(request)).rejects.toMatchObject({ problem: "invalid" });
  });

  test("treats names such as __proto__ as ordinary texts", async () => {
    const { texts } = await receivedParts(
      requestOf([
        ["__proto__", "x"],
        ["constructor", "y"],
      ]),
    );
    expect(texts).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
    expect(({} as { x?: string }).x).toBeUndefined();
  });
});

describe("EM09 a page's form with files", () => {
  const options = { files: { files: 2, fileBytes: 1_000 } };

  test("passes files and fields on, and deletes the files afterwards", async () => {
    let path = "";
    const request = await requestOf([
      ["a", "1"],
      ["list[]", "x"],
      ["list[]", "y"],
      ["file", file("one")],
    ]);
    const answer = await form(
      request,
      async (fields, files) => {
        path = files[0]?.path ?? "";
        return [fields, files.map(({ field, bytes }) => [field, bytes])];
      },
      options,
    );
    expect(answer).toEqual([{ a: "1", list: ["x", "y"] }, [["file", 3]]]);
    expect(path).not.toBe("");
    expect(existsSync(path)).toBe(false);
  });

  test("returns the typed values, and changes of the use case, with a refusal", async () => {
    const refusal = await form(
      await requestOf([
        ["a", "typed"],
        ["password", "secret"],
        ["newPassword", "secret"],
        ["confirmPassword", "secret"],
        ["file", file("one")],
      ]),
      async (fields) => {
        fields.b = "made";
        throw new AppError("invalid", "No.", { a: "Not so." });
      },
      options,
    );
    expect(refusal).toMatchObject({
      data: { message: "No.", fieldErrors: { a: "Not so." }, values: { a: "typed", b: "made" } },
      init: { status: 400 },
    });
    expect(JSON.stringify(refusal), "no password goes back to the page").not.toContain("secret");
  });

  test("returns what was typed into a form that is too long, as it was sent", async () => {
    const fields: [string, string][] = [
      ["a", "typed"],
      ["b", "x".repeat(100)],
    ];
    const body = new URLSearchParams(fields);
    for (const request of [new Request("http://localhost/", { method: "POST", body }), await requestOf(fields)])
      expect(await form(request, async () => "done", { ...options, characters: 99 })).toMatchObject({
        data: {
          message: "This form is too long: at most 99 characters. Please shorten what you typed.",
          values: Object.fromEntries(fields),
        },
        init: { status: 413 },
      });
  });

  test("refuses people without permission before it reads the body", async () => {
    const request = await requestOf([["file", file("one")]]);
    const guard = () => Promise.reject(new AppError("forbidden", "Admin access required"));
    expect(await form(request, async () => "done", { ...options, guard })).toMatchObject({ init: { status: 403 } });
    expect(request.bodyUsed).toBe(false);
  });

  test("drops files that the page does not expect, and accepts a form without files", async () => {
    const sendForm = async (request: Request | Promise<Request>, formOptions = {}) =>
      form(await request, async (values, files) => ({ values, files }), formOptions);
    expect(
      await sendForm(
        requestOf([
          ["a", "1"],
          ["file", file("one")],
        ]),
      ),
    ).toEqual({ values: { a: "1", file: "" }, files: [] });
    const plainRequest = new Request("http://localhost/", {
      method: "POST",
      body: new URLSearchParams([
        ["a", "1"],
        ["b[]", "2"],
      ]),
    });
    expect(await sendForm(plainRequest, options)).toEqual({ values: { a: "1", b: ["2"] }, files: [] });
  });
});
