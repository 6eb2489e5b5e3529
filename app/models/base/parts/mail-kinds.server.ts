/** Holds the kinds of mail that go to accounts; whole/parts.server.ts registers them when it is loaded. */

let accountKinds: readonly string[] | null = null;

export function registerAccountMails(kinds: readonly string[]): void {
  accountKinds = kinds;
}

/** Returns the kinds of mail that the site sends to accounts only, and not to an address that anybody may enter. */
export function accountMails(): readonly string[] {
  if (!accountKinds)
    throw new Error('Import "~/models/whole/parts.server" first: it registers the mails that go to accounts.');
  return accountKinds;
}
