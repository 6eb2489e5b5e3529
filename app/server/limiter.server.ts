/**
 * Shares a limited resource among clients: slots, places in a queue, bytes. A client holds at most as much as is free. Shares
 * shrink with more clients, and some is left for new ones (Choudhury and Hahne, "Dynamic queue length thresholds", 1998).
 */
export class Pool {
  readonly #usedBy = new Map<string, number>();
  #used = 0;

  constructor(readonly total: number) {}

  get used(): number {
    return this.#used;
  }

  /** Takes an amount, which `give` returns. Returns false if too little is free. A `client` of null has no share to exceed. */
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

  #add(client: string | null, difference: number): void {
    this.#used += difference;
    if (client === null) return;
    const amount = this.usedBy(client) + difference;
    if (amount > 0) this.#usedBy.set(client, amount);
    else this.#usedBy.delete(client);
  }
}

export interface LimiterOptions {
  running: number;
  queued: number;
  /** The longest wait in milliseconds. */
  maxWaitMs: number;
}

/** Releases a slot; call it once. */
type Release = () => void;

type Start = (release: Release | null) => void;

export class ConcurrencyLimiter {
  readonly #running: Pool;
  readonly #queued: Pool;
  readonly #maxWaitMs: number;
  /** The queue of each client, in order of arrival. The first client is served next. */
  readonly #queues = new Map<string | null, Set<Start>>();

  constructor({ running, queued, maxWaitMs }: LimiterOptions) {
    this.#running = new Pool(running);
    this.#queued = new Pool(queued);
    this.#maxWaitMs = maxWaitMs;
  }

  get counts(): { running: number; queued: number } {
    return { running: this.#running.used, queued: this.#queued.used };
  }

  /** Takes a slot that is free now, or returns null. */
  tryAcquire(client: string | null): Release | null {
    if (!this.#running.take(client, 1)) return null;
    return () => {
      this.#running.give(client, 1);
      this.#startNext();
    };
  }

  /** Waits for a slot. Returns null after `maxWaitMs`, if too many wait, or if `signal` aborts. */
  async acquire(client: string | null, signal?: AbortSignal): Promise<Release | null> {
    const release = this.tryAcquire(client);
    if (release || signal?.aborted || !this.#queued.take(client, 1)) return release;
    return new Promise((resolve) => {
      const start: Start = (grantedRelease) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        this.#leaveQueue(client, start);
        resolve(grantedRelease);
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

  /** Serves clients in turn, so that the long queue of one does not delay others. */
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
