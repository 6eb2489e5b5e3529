/** A name server on this machine (RFC 1035) that answers as tests say: other addresses each time, aliases, or nothing. */
import { createSocket } from "node:dgram";
import { isIP } from "node:net";

/** Addresses of either family, aliases as `{ to }`, or a refusal by its code (3: there is no such name). */
export type Answers = (string | { to: string })[] | { refused: number } | "silence";

export interface NameServer {
  /** For `setServers`. */
  address: string;
  /** What is answered for a name: in turn for each look-up of it, and the last one from then on. */
  at: Record<string, Answers[]>;
  /** The names that were asked for, once for each look-up. */
  asked: string[];
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
    at: {},
    asked: [],
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (query, { port, address }) => {
    const { name, type, question } = readQuestion(query);
    // A look-up asks for both families: the answers change with each look-up, and not between its questions.
    if (type === A) server.asked.push(name);
    const times = Math.max(1, server.asked.filter((text) => text === name).length);
    const answers = server.at[name] ?? [{ refused: 3 }];
    const answer = answers[Math.min(times, answers.length) - 1];
    if (answer === "silence" || answer === undefined) return;
    socket.send(answerTo(query, question, type, answer), port, address);
  });
  return server;
}

function readQuestion(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join(".").toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(12, at + 5),
  };
}

function answerTo(query: Buffer, question: Buffer, type: number, answers: Exclude<Answers, "silence">): Buffer {
  const refused = "refused" in answers ? answers.refused : 0;
  const records = "refused" in answers ? [] : answers.flatMap((answer) => recordOf(answer, type) ?? []);
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  for (const [at, value] of [RESPONSE | refused, 1, records.length].entries()) head.writeUInt16BE(value, 2 + at * 2);
  return Buffer.concat([head, question, ...records]);
}

/** Returns the record of the name that was asked for, without time to live; null for the other family. */
function recordOf(answer: string | { to: string }, asked: number): Buffer | null {
  if (typeof answer !== "string") return record(CNAME, nameIn(answer.to));
  const type = isIP(answer) === 4 ? A : AAAA;
  return type === asked
    ? record(type, type === A ? Buffer.from(answer.split(".").map(Number)) : bytesOf(answer))
    : null;
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name is the one at byte 12 of the message (RFC 1035 §4.1.4).
  for (const [at, value] of [0xc00c, type, IN, 0, 0, data.length].entries()) head.writeUInt16BE(value, at * 2);
  return Buffer.concat([head, data]);
}

function nameIn(text: string): Buffer {
  const labels = text.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** Returns the bytes of an IPv6 address, which the URL standard writes out for us but for its run of zeros. */
function bytesOf(address: string): Buffer {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = "", after] = canonical.split("::");
  const groups = (part: string | undefined) => (part ? part.split(":") : []);
  const [first, last] = [groups(before), groups(after)];
  const all = [...first, ...Array(8 - first.length - last.length).fill("0"), ...last];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}
