/**
 * Shares a limited resource: slots, places in a queue, bytes. A client holds at most as much as is free, so shares become
 * smaller with more clients, and a new client finds some (Choudhury and Hahne, "Dynamic queue length thresholds", 1998).
 */
export class Pool {
  readonly #usedBy = new Map<string, number>();
  #used = 0;

  constructor(readonly total: number) {}

  get used(): number {
    return this.#used;
  }

  /** Returns whether so much was there; `give` returns it. A `client` of null has no share. */
  take(client: string | null, amount: number): boolean {
    const free = this.total - this.#used;
    if (amount > free || (client !== null && this.usedBy(client) + amount > free)) return false;
    this.#add(client, amount);
    return true;
  }

  give(client: string | null, amount: number): void {
    this.#add(client, -amount);
  }

  usedBy(client: string | null): number {
    return client === null ? 0 : (this.#usedBy.get(client) ?? 0);
  }

  #add(client: string | null, more: number): void {
    this.#used += more;
    if (client === null) return;
    const amount = this.usedBy(client) + more;
    if (amount > 0) this.#usedBy.set(client, amount);
    else this.#usedBy.delete(client);
  }
}

export interface LimiterOptions {
  running: number;
  queued: number;
  /** After this the client has left or retries. */
  maxWaitMs: number;
}

/** Ends a turn; to be called once. */
type Release = () => void;

type Start = (release: Release | null) => void;

export class ConcurrencyLimiter {
  readonly #running: Pool;
  readonly #queued: Pool;
  readonly #maxWaitMs: number;
  /** The queues in order of arrival, by client; the first client is the next. */
  readonly #queues = new Map<string | null, Set<Start>>();

  constructor({ running, queued, maxWaitMs }: LimiterOptions) {
    this.#running = new Pool(running);
    this.#queued = new Pool(queued);
    this.#maxWaitMs = maxWaitMs;
  }

  get counts(): { running: number; queued: number } {
    return { running: this.#running.used, queued: this.#queued.used };
  }

  /** A slot that is free now, or null. */
  tryAcquire(client: string | null): Release | null {
    if (!this.#running.take(client, 1)) return null;
    return () => {
      this.#running.give(client, 1);
      this.#startNext();
    };
  }

  /** Waits for a slot; null after `maxWaitMs`, when too many wait, or when `signal` says that the client has left. */
  async acquire(client: string | null, signal?: AbortSignal): Promise<Release | null> {
    const release = this.tryAcquire(client);
    if (release || signal?.aborted || !this.#queued.take(client, 1)) return release;
    return new Promise((resolve) => {
      const start: Start = (granted) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        this.#leaveQueue(client, start);
        resolve(granted);
      };
      const leave = () => start(null);
      const timer = setTimeout(leave, this.#maxWaitMs);
      signal?.addEventListener("abort", leave);
      const queue = this.#queues.get(client) ?? new Set();
      this.#queues.set(client, queue.add(start));
    });
  }

  #leaveQueue(client: string | null, start: Start): void {
    const queue = this.#queues.get(client);
    this.#queued.give(client, 1);
    queue?.delete(start);
    if (queue?.size === 0) this.#queues.delete(client);
  }

  /** Starts clients in turn, so that a long queue of one delays no other. */
  #startNext(): void {
    for (const [client, queue] of [...this.#queues]) {
      const release = this.tryAcquire(client);
      if (!release) continue;
      const [start] = queue;
      this.#queues.delete(client);
      this.#queues.set(client, queue);
      start?.(release);
    }
  }
}
