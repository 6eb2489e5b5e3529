export function findBrowser(): Promise<string | undefined>;
export function ensureBrowser(): Promise<string>;
export const BROWSER_FLAGS: string[];
