/** The tools of assistants, which read the answers of the public JSON calls. */
import type { McpServer } from "@modelcontextprotocol/server";
import { problemOf } from "~/http/problems.server";
import { log } from "~/log.server";
import { TOOLS } from "~/models/whole/parts.server";

/** Registers every tool. What a tool gives goes out as text and as structure. */
export function registerTools(server: McpServer, origin: string): void {
  for (const [name, { title, description, input, read }] of TOOLS) {
    const annotations = { title, readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (args) => {
      try {
        const structuredContent = await read(args, origin);
        return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
      } catch (error) {
        return { content: [{ type: "text", text: sentenceOf(error) }], isError: true };
      }
    });
  }
}

/** The package would tell the assistant the message of any error. */
function sentenceOf(error: unknown): string {
  const problem = problemOf(error);
  if (problem) return problem.message;
  log.error({ err: error }, "unexpected error");
  return "Something went wrong on our side. Please try again.";
}
