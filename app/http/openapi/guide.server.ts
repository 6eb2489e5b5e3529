/** Writes the page for people about the JSON interface, as Markdown. */
import { PARTS, TOOLS } from "~/models/whole/parts.server";
import { keyNeedOf } from "./key-access.server";
import { type Access, allOperations, type Operation, SUBJECTS } from "./operation.server";

const CALLERS: Record<Access, string> = {
  public: "everybody",
  user: "signed-in users",
  owner: "the account that it belongs to",
  editor: "editors and admins",
  admin: "admins",
};

export function interfaceGuide(origin: string): string {
  const calls = allOperations();
  const sections = Object.keys(SUBJECTS).map((subject) => {
    return section(
      subject,
      calls.filter(([, operation]) => operation.subject === subject),
      origin,
    );
  });
  return [intro(origin), ...sections].join("\n\n");
}

function intro(origin: string): string {
  return `Programs can do whatever the pages of this site do. Every call and field is described in
[openapi.json](${origin}/api/openapi.json) (OpenAPI 3.1), from which a client can be generated.

## How calls work
- Send and expect JSON, in UTF-8: \`Content-Type: application/json\`.
- An error has a status and \`{ "message", "fieldErrors"? }\`: a sentence for people, and an error for each field.
- Lists take \`page\` from 1 and \`limit\`, and give \`total\`, \`totalPages\` and \`currentPage\`.
- Public lists and profiles carry an \`ETag\`. Send it back as \`If-None-Match\`; if nothing changed, the answer is an empty 304.
- Scripts on other sites may read public calls (CORS), without cookies.
- 429 means too many calls: \`Retry-After\` says for how many seconds to wait.
- Calls for users take an API key, which editors and admins make at [API keys](/admin/api-keys):
  \`Authorization: Bearer …\`, or the session cookie that \`POST /api/auth/login\` sets.
- A key has an end and scopes. Each call names the one that it needs; a key with \`:write\` may also read, and one with \`all\` may do all of this.
  Calls about accounts and webhooks, and the export, take a session whose sign-in is at most ten minutes old.

${PARTS.flatMap(({ guide }) => guide ?? []).join("\n\n")}

## Assistants
\`POST ${origin}/mcp\` speaks the Model Context Protocol (Streamable HTTP, without sessions) with the tools
${new Intl.ListFormat("en").format(TOOLS.map(([name]) => `\`${name}\``))}, which only read.`;
}

function section(subject: string, calls: [key: string, operation: Operation][], origin: string): string {
  const lines = calls.map(([key, operation]) => {
    const query = Object.keys(operation.query?.shape ?? {}).map((name) => `\`${name}\``);
    const parameters = query.length > 0 ? ` Parameters: ${query.join(", ")}.` : "";
    return `- \`${key}\` ${operation.summary}.${parameters}${operation.access === "public" ? "" : ` For ${CALLERS[operation.access]}${keyPhrase(key)}.`}`;
  });
  const [firstCall] = calls;
  const example = firstCall ? `\n\n\`\`\`\n${curl(firstCall, origin)}\n\`\`\`` : "";
  return `## ${subject}\n${lines.join("\n")}${example}`;
}

function keyPhrase(operation: string): string {
  const need = keyNeedOf(operation);
  return need === "none" ? ", without a key" : need === "any" ? "" : `, with \`${need}\``;
}

function curl([key, { access, example }]: [string, Operation], origin: string): string {
  const [method = "", path = ""] = key.split(" ");
  const parts = [
    "curl",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(access === "public" ? [] : [keyNeedOf(key) === "none" ? "-b 'session=…'" : "-H 'Authorization: Bearer KEY'"]),
    ...(example ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example)}'`] : []),
    `'${origin}${path}'`,
  ];
  return parts.join(" ");
}
