/** The page for people about the JSON interface, as Markdown. */
import { keyNeedOf } from "./key-access.server";
import { type Access, allOperations, type Operation, SUBJECTS } from "./operation.server";

const WHO: Record<Access, string> = {
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

## Webhooks
Admins name addresses at [Webhooks](/admin/webhooks) that are told of changes, with POST and within seconds:
\`{ "id", "event", "kind", "slug", "at", "url", "api" }\`, where \`api\` is the call that gives the record. What is removed has its id
alone. Answer with a status from 200 to 299 within ten seconds; redirects are not followed.
- Each is signed by the [Standard Webhooks](https://www.standardwebhooks.com) specification, for which many languages have a library: give it
  the secret (\`whsec_…\`), the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`, and the body as it came. Check them before
  you read the body, and refuse timestamps older than five minutes.
- \`webhook-id\` is the same each time one delivery is tried. Each comes at least once, in the order of the changes.
- What fails is tried again for 24 hours, and later changes wait for it. After three deliveries in a row that were given up the webhook is
  switched off.

## Assistants
\`POST ${origin}/mcp\` speaks the Model Context Protocol (Streamable HTTP, without sessions) with the tools \`search_experts\`,
\`list_topics\`, \`get_expert\`, \`search_articles\` and \`get_article\`, which only read.`;
}

function section(subject: string, calls: [key: string, operation: Operation][], origin: string): string {
  const lines = calls.map(([key, operation]) => {
    const query = Object.keys(operation.query?.shape ?? {}).map((name) => `\`${name}\``);
    const parameters = query.length > 0 ? ` Parameters: ${query.join(", ")}.` : "";
    return `- \`${key}\` ${operation.summary}.${parameters}${operation.access === "public" ? "" : ` For ${WHO[operation.access]}${keysOf(key)}.`}`;
  });
  const [first] = calls;
  const example = first ? `\n\n\`\`\`\n${curl(first, origin)}\n\`\`\`` : "";
  return `## ${subject}\n${lines.join("\n")}${example}`;
}

function keysOf(operation: string): string {
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
