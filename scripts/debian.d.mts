export function installDebianPackages(names: string[]): Promise<boolean>;
