/**
 * Defines a tool that assistants use over the Model Context Protocol. It reads the answers of the public JSON calls.
 */
import { z } from "zod";

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  title: string;
  description: string;
  input: Input;
  read(input: z.output<Input>, origin: string): Promise<Record<string, unknown>>;
}

export function tool<Input extends z.ZodObject>(definition: Tool<Input>): Tool {
  return definition as unknown as Tool;
}

export const DEFAULT_RESULTS = 10;
export const query = z.string().max(200);
export const maxResults = z
  .int()
  .min(1)
  .max(50)
  .optional()
  .describe(`The maximum number of results, ${DEFAULT_RESULTS} by default.`);
export const slug = z.string().min(1).max(200).describe("The last part of its address, as a search returns it.");
