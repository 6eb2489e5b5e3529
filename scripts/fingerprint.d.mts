export function fingerprint(folder?: string): string;
export function hashOf(folder: string, paths: string[], except?: RegExp): string;
