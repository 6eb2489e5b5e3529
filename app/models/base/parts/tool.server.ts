/** What an assistant can ask of a part, over the Model Context Protocol: it reads what the public JSON calls give. */
import { z } from "zod";

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  title: string;
  description: string;
  input: Input;
  read(input: z.output<Input>, origin: string): Promise<Record<string, unknown>>;
}

export function tool<Input extends z.ZodObject>(made: Tool<Input>): Tool {
  return made as unknown as Tool;
}

export const FEW = 10;
export const query = z.string().max(200);
export const most = z.int().min(1).max(50).optional().describe(`At most so many, ${FEW} unless given.`);
export const slug = z.string().min(1).max(200).describe("The last part of its address, as a search gives it.");
