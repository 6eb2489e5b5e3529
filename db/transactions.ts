import { AsyncLocalStorage } from "node:async_hooks";
import { type Dialect, Kysely, type KyselyPlugin, type Transaction } from "kysely";
import type { Database } from "./schema";

/** The transaction that the running code is a part of. */
export type Current = AsyncLocalStorage<{ isOpen: boolean }>;

/** A database that refuses a query beside the present transaction, for whose end it would wait. */
export class WritingKysely extends Kysely<Database> {
  readonly #current: Current;

  constructor(dialectOf: (current: Current) => Dialect, plugins: KyselyPlugin[] = []) {
    const current: Current = new AsyncLocalStorage();
    super({ dialect: dialectOf(current), plugins });
    this.#current = current;
  }

  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = <T>(callback: (tx: Transaction<Database>) => Promise<T>) =>
      execute((tx) => {
        const transaction = { isOpen: true };
        const end = () => {
          transaction.isOpen = false;
        };
        return this.#current.run(transaction, () => callback(tx).finally(end));
      });
    return builder;
  }
}

export function refuseInside(current: Current): void {
  if (current.getStore()?.isOpen)
    throw new Error("Inside a transaction, use the transaction that its callback is given: `db` waits for its end.");
}
