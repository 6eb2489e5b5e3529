interface Options {
  env?: Record<string, string>;
}
export function run(program: string, args: string[], options?: Options): Promise<number>;
export function runNode(script: string, args: string[], options?: Options): Promise<number>;
export function runQuietly(
  program: string,
  args: string[],
  options?: Options,
): Promise<{ code: number; output: string }>;
