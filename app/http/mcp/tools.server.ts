/** Registers the tools of assistants, which return the answers of public JSON calls. */
import type { McpServer } from "@modelcontextprotocol/server";
import { problemOf } from "~/http/problems.server";
import { log } from "~/log.server";
import { TOOLS } from "~/models/whole/parts.server";

/** Registers every tool. Sends results both as text and as structured content. */
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

/** Hides unexpected errors, whose message the package would send to the assistant. */
function sentenceOf(error: unknown): string {
  const problem = problemOf(error);
  if (problem) return problem.message;
  log.error({ err: error }, "unexpected error");
  return "Something went wrong on our side. Please try again.";
}
