/** A local DNS server (RFC 1035). Tests decide its answers: addresses that change with each look-up, aliases, or none. */
import { createSocket } from "node:dgram";
import { isIP } from "node:net";

/** IPv4 and IPv6 addresses, aliases, an error code (3: the name does not exist), or no answer. */
export type Answers = (string | { alias: string })[] | { errorCode: number } | "silence";

export interface NameServer {
  /** The argument of `setServers`. */
  address: string;
  /** The answers for each name: one for each look-up in turn, then always the last. */
  answersByName: Record<string, Answers[]>;
  /** The name of each look-up. */
  lookups: string[];
  stop(): Promise<void>;
}

const A = 1;
const CNAME = 5;
const AAAA = 28;
const IN = 1;
const RESPONSE = 0x8180;

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    answersByName: {},
    lookups: [],
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (query, { port, address }) => {
    const { name, type, question } = readQuestion(query);
    // A look-up asks for both families. Its two questions get the same answers.
    if (type === A) server.lookups.push(name);
    const lookupCount = Math.max(1, server.lookups.filter((text) => text === name).length);
    const answers = server.answersByName[name] ?? [{ errorCode: 3 }];
    const answer = answers[Math.min(lookupCount, answers.length) - 1];
    if (answer === "silence" || answer === undefined) return;
    socket.send(answerTo(query, question, type, answer), port, address);
  });
  return server;
}

function readQuestion(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString("latin1", offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return {
    name: labels.join(".").toLowerCase(),
    type: query.readUInt16BE(offset + 1),
    question: query.subarray(12, offset + 5),
  };
}

function answerTo(query: Buffer, question: Buffer, type: number, answers: Exclude<Answers, "silence">): Buffer {
  const errorCode = "errorCode" in answers ? answers.errorCode : 0;
  const records = "errorCode" in answers ? [] : answers.flatMap((answer) => recordOf(answer, type) ?? []);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  for (const [index, value] of [RESPONSE | errorCode, 1, records.length].entries())
    header.writeUInt16BE(value, 2 + index * 2);
  return Buffer.concat([header, question, ...records]);
}

/** Returns a DNS record with a time to live of 0; null for an address of the other family. */
function recordOf(answer: string | { alias: string }, askedType: number): Buffer | null {
  if (typeof answer !== "string") return record(CNAME, encodeName(answer.alias));
  const type = isIP(answer) === 4 ? A : AAAA;
  return type === askedType
    ? record(type, type === A ? Buffer.from(answer.split(".").map(Number)) : ipv6Bytes(answer))
    : null;
}

function record(type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(12);
  // 0xc00c points to the name at byte 12 of the message (RFC 1035 §4.1.4).
  for (const [index, value] of [0xc00c, type, IN, 0, 0, data.length].entries()) header.writeUInt16BE(value, index * 2);
  return Buffer.concat([header, data]);
}

function encodeName(text: string): Buffer {
  const labels = text.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** Returns the bytes of an IPv6 address. `URL` gives its canonical form, in which only the run of zeros is left out. */
function ipv6Bytes(address: string): Buffer {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [beforeGap = "", afterGap] = canonical.split("::");
  const groups = (part: string | undefined) => (part ? part.split(":") : []);
  const [firstGroups, lastGroups] = [groups(beforeGap), groups(afterGap)];
  const allGroups = [...firstGroups, ...Array(8 - firstGroups.length - lastGroups.length).fill("0"), ...lastGroups];
  return Buffer.from(allGroups.map((group) => group.padStart(4, "0")).join(""), "hex");
}
