export interface LimiterOptions {
  running: number;
  /** All of them by default. */
  runningPerClient?: number;
  queued: number;
  queuedPerClient: number;
  /** After this the client has left or retries. */
  maxWaitMs: number;
}

interface Waiting {
  client: string | null;
  since: number;
  start(release: (() => void) | null): void;
}

export class ConcurrencyLimiter {
  readonly #queue: Waiting[] = [];
  readonly #runningBy = new Map<string, number>();
  readonly #queuedBy = new Map<string, number>();
  #running = 0;

  constructor(private readonly options: LimiterOptions) {}

  get counts(): { running: number; queued: number } {
    return { running: this.#running, queued: this.#queue.length };
  }

  /** Waits for a slot; `client` null shares none. Gives the release function, to be called once, or null on refusal. */
  async acquire(client: string | null): Promise<(() => void) | null> {
    if (this.#canRun(client)) return this.#start(client);
    const { queued, queuedPerClient } = this.options;
    if (this.#queue.length >= queued || countOf(this.#queuedBy, client) >= queuedPerClient) return null;
    add(this.#queuedBy, client, 1);
    return new Promise((start) => this.#queue.push({ client, since: performance.now(), start }));
  }

  #canRun(client: string | null): boolean {
    const { running, runningPerClient = running } = this.options;
    return this.#running < running && countOf(this.#runningBy, client) < runningPerClient;
  }

  #start(client: string | null): () => void {
    this.#running++;
    add(this.#runningBy, client, 1);
    return () => {
      this.#running--;
      add(this.#runningBy, client, -1);
      this.#startNext();
    };
  }

  #startNext(): void {
    for (;;) {
      const index = this.#queue.findIndex(({ client }) => this.#canRun(client));
      const [next] = index < 0 ? [] : this.#queue.splice(index, 1);
      if (!next) return;
      add(this.#queuedBy, next.client, -1);
      const isLate = performance.now() - next.since > this.options.maxWaitMs;
      next.start(isLate ? null : this.#start(next.client));
    }
  }
}

export class ByteBudget {
  readonly #usedBy = new Map<string, number>();
  #used = 0;

  constructor(private readonly options: { bytes: number; bytesPerClient: number }) {}

  /** Returns whether the bytes were available; `give` returns them. */
  take(client: string | null, bytes: number): boolean {
    const isOver = this.#used + bytes > this.options.bytes;
    if (isOver || countOf(this.#usedBy, client) + bytes > this.options.bytesPerClient) return false;
    this.#used += bytes;
    add(this.#usedBy, client, bytes);
    return true;
  }

  give(client: string | null, bytes: number): void {
    this.#used -= bytes;
    add(this.#usedBy, client, -bytes);
  }
}

function countOf(counts: Map<string, number>, client: string | null): number {
  return client === null ? 0 : (counts.get(client) ?? 0);
}

function add(counts: Map<string, number>, client: string | null, more: number): void {
  if (client === null) return;
  const count = countOf(counts, client) + more;
  if (count > 0) counts.set(client, count);
  else counts.delete(client);
}
