/** A strict S3 server in memory. It checks signatures (AWS Signature Version 4) and bodies. Tests can make it fail. */
import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * A status is answered. "silent" never answers. "cut" ends the connection in the middle of an object or list, or before the
 * answer. "page" answers 200 with an HTML page without a length.
 */
export type Failure = 403 | 404 | 429 | 500 | 503 | "silent" | "cut" | "page";

export interface S3Server {
  /** The settings of a site that uses it. */
  env: Record<string, string>;
  objects: Map<string, { bytes: Buffer; modifiedAt: Date }>;
  /** The methods and paths of all requests, also refused ones. */
  requests: string[];
  /** Makes the next `times` requests fail; by default all. */
  fail(failure: Failure | null, times?: number): void;
  /** Refuses to delete, as with a key that may only read and write. */
  refuseDeletion(): void;
  /** Makes multipart uploads fail on completion, with status 200 and an error in the body, as some stores do. */
  failParts(fails: boolean): void;
  /** Counts the multipart uploads that were neither completed nor aborted. */
  countUnfinishedUploads(): number;
  stop(): Promise<void>;
}

const CODES: Record<number, string> = { 403: "AccessDenied", 404: "NotFound", 500: "InternalError" };
const [BUCKET, REGION, KEY_ID, SECRET] = ["files", "test-region", "KEYOFTHETEST", "secret/of+the=test"];
const PAGE_SIZE = 1_000;
const SKEW_MS = 15 * 60_000;

export async function startS3({ port = 0, page: pageSize = PAGE_SIZE } = {}): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const requests: string[] = [];
  const uploads = new Map<string, Map<number, Buffer>>();
  let failsParts = false;
  let refusesDeletion = false;
  let plannedFailure: { failure: Failure; times: number } | null = null;

  const server = createServer(async (incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const body = await buffer(incoming).catch(() => null);
    if (!body) return;
    const failure = nextFailure();
    if (failure === "silent") return;
    if (failure === "cut") return cutOff(incoming, outgoing);
    if (failure === "page") return void outgoing.writeHead(200).end("<html>Welcome</html>");
    if (failure) return refuse(outgoing, failure, CODES[failure] ?? "SlowDown");
    const problem = problemOf(incoming, body);
    if (problem) return refuse(outgoing, ...problem);
    answer(incoming, outgoing, body);
  });

  function nextFailure(): Failure | null {
    if (!plannedFailure || plannedFailure.times-- <= 0) return null;
    return plannedFailure.failure;
  }

  function cutOff({ method, url = "" }: IncomingMessage, outgoing: ServerResponse): void {
    const isList = method === "GET" && url.includes("?");
    const bytes = isList ? Buffer.from("<ListBucketResult>") : objects.get(keyOf(url))?.bytes;
    if (method !== "GET" || !bytes) return void outgoing.destroy();
    outgoing.writeHead(200, { "Content-Length": bytes.length });
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy());
  }

  function answer({ method, url = "" }: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    const { pathname, searchParams } = new URL(url, "http://s3");
    const key = keyOf(url);
    const object = objects.get(key);
    if (pathname === `/${BUCKET}`) list(outgoing, searchParams);
    else if (!pathname.startsWith(`/${BUCKET}/`)) refuse(outgoing, 404, "NoSuchBucket");
    else if (searchParams.has("uploads") || searchParams.has("uploadId"))
      answerMultipart(outgoing, key, searchParams, body);
    else if (method === "PUT") {
      objects.set(key, { bytes: body, modifiedAt: new Date() });
      outgoing.writeHead(200).end();
    } else if (method === "DELETE" && refusesDeletion) refuse(outgoing, 403, "AccessDenied");
    else if (method === "DELETE") {
      objects.delete(key);
      outgoing.writeHead(204).end();
    } else if (!object) refuse(outgoing, 404, "NoSuchKey");
    else {
      const headers = { "Content-Length": object.bytes.length, "Last-Modified": object.modifiedAt.toUTCString() };
      outgoing.writeHead(200, headers).end(method === "GET" ? object.bytes : undefined);
    }
  }

  function answerMultipart(outgoing: ServerResponse, key: string, query: URLSearchParams, body: Buffer): void {
    const { method } = outgoing.req;
    const [id, part] = [query.get("uploadId") ?? randomUUID(), Number(query.get("partNumber"))];
    if (query.has("uploads")) {
      uploads.set(id, new Map());
      outgoing.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      return;
    }
    const parts = uploads.get(id);
    if (!parts) {
      refuse(outgoing, 404, "NoSuchUpload");
      return;
    }
    if (method === "PUT") {
      parts.set(part, body);
      outgoing.writeHead(200, { ETag: `"${sha256(body).slice(0, 32)}"` }).end();
      return;
    }
    const listedParts = Array.from(body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g));
    const isComplete =
      listedParts.length === parts.size &&
      listedParts.every(([, n, tag]) => tag === `"${sha256(parts.get(Number(n)) ?? "").slice(0, 32)}"`);
    if (method === "POST" && (failsParts || !isComplete))
      return void outgoing.end("<Error><Code>InvalidPart</Code></Error>");
    uploads.delete(id);
    if (method === "DELETE") return void outgoing.writeHead(204).end();
    objects.set(key, {
      bytes: Buffer.concat(listedParts.map(([, n]) => parts.get(Number(n)) as Buffer)),
      modifiedAt: new Date(),
    });
    outgoing.end("<CompleteMultipartUploadResult><ETag>&quot;whole-1&quot;</ETag></CompleteMultipartUploadResult>");
  }

  function list(outgoing: ServerResponse, query: URLSearchParams): void {
    const startAfter = query.get("continuation-token") ?? "";
    const prefix = query.get("prefix") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > startAfter).sort();
    const pageKeys = keys.slice(0, pageSize);
    const nextToken = keys.length > pageSize ? `<NextContinuationToken>${pageKeys.at(-1)}</NextContinuationToken>` : "";
    const contents = pageKeys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");
    outgoing.end(
      `<ListBucketResult><IsTruncated>${Boolean(nextToken)}</IsTruncated>${nextToken}${contents}</ListBucketResult>`,
    );
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_REGION: REGION,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: KEY_ID,
    S3_SECRET_ACCESS_KEY: SECRET,
  };
  return {
    env,
    objects,
    requests,
    fail(failure, times = Number.POSITIVE_INFINITY) {
      plannedFailure = failure && { failure, times };
    },
    refuseDeletion() {
      refusesDeletion = true;
    },
    failParts(fails) {
      failsParts = fails;
    },
    countUnfinishedUploads: () => uploads.size,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

function keyOf(url: string): string {
  return decodeURIComponent(new URL(url, "http://s3").pathname.slice(BUCKET.length + 2));
}

function refuse(outgoing: ServerResponse, status: number, code: string): void {
  outgoing.writeHead(status, { "Content-Type": "application/xml" });
  outgoing.end(outgoing.req.method === "HEAD" ? undefined : `<Error><Code>${code}</Code></Error>`);
}

/** Returns the error of an invalid request, by https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function problemOf(incoming: IncomingMessage, body: Buffer): [status: number, code: string] | null {
  const { method = "", url = "", headers } = incoming;
  const fields = /^AWS4-HMAC-SHA256 Credential=(\S+?), SignedHeaders=(\S+?), Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? "",
  );
  if (!fields) return [403, "AccessDenied"];
  const [, credential = "", signedHeaders = "", signature = ""] = fields;
  const date = String(headers["x-amz-date"]);
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`;
  if (credential !== `${KEY_ID}/${scope}`) return [403, "InvalidAccessKeyId"];
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(Date.now() - time) < SKEW_MS)) return [403, "RequestTimeTooSkewed"];
  const names = signedHeaders.split(";");
  const mustSign = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-"))];
  if (mustSign.some((name) => !names.includes(name))) return [403, "AccessDenied"];
  const { pathname, searchParams } = new URL(url, "http://s3");
  const query = [...searchParams].map((pair) => pair.map(encodeRfc3986).join("=")).sort();
  const canonical = [
    method,
    pathname.split("/").map(decodeURIComponent).map(encodeRfc3986).join("/"),
    query.join("&"),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const expected = [scope.split("/"), ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n")]
    .flat()
    .reduce<string | Buffer>((key, text) => createHmac("sha256", key).update(text).digest(), `AWS4${SECRET}`);
  if (!timingSafeEqual(expected as Buffer, Buffer.from(signature, "hex"))) return [403, "SignatureDoesNotMatch"];
  if (headers["x-amz-content-sha256"] !== sha256(body)) return [400, "XAmzContentSHA256Mismatch"];
  if (headers["if-none-match"] || headers["if-match"]) return [501, "NotImplemented"];
  if (method === "PUT" && headers["content-length"] === undefined) return [411, "MissingContentLength"];
  return null;
}

function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
