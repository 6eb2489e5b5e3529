import { AsyncLocalStorage } from "node:async_hooks";
import { type Dialect, Kysely, type KyselyPlugin, type Transaction } from "kysely";
import type { Database } from "./schema";

/** Tracks the transaction in which the running code is. */
export type CurrentTransaction = AsyncLocalStorage<{ isOpen: boolean }>;

/** Refuses queries outside the present transaction, which would wait for its end and block it. */
export class WritingKysely extends Kysely<Database> {
  readonly #current: CurrentTransaction;

  constructor(dialectOf: (current: CurrentTransaction) => Dialect, plugins: KyselyPlugin[] = []) {
    const current: CurrentTransaction = new AsyncLocalStorage();
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

export function refuseInsideTransaction(current: CurrentTransaction): void {
  if (current.getStore()?.isOpen)
    throw new Error("Inside a transaction, use the transaction that its callback is given: `db` waits for its end.");
}
