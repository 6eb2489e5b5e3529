/** Detects a hanging server: after one time-out, queries fail at once until the server answers a probe. */

/** Rejects if the server does not answer within a short time-out. */
type Probe = () => Promise<unknown>;

const PAUSE_MS = 1_000;

/** Counts as ETIMEDOUT of a connection, so that callers treat the database as away. */
export class DatabaseSilent extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database does not answer; it is probed again every second.");
    this.name = "DatabaseSilent";
  }
}

export class OutageDetector {
  readonly #probe: Probe;
  #isSilent = false;
  #isProbing = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /** Throws DatabaseSilent while the server is known not to answer. */
  check(): void {
    if (this.#isSilent) throw new DatabaseSilent();
  }

  /** Starts to probe the server after a missing answer, which may be due to one slow query. */
  suspect(): void {
    if (this.#isProbing || this.#isOver) return;
    this.#isProbing = true;
    void this.#probeAgain();
  }

  /** Stops probing. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #probeAgain(): Promise<void> {
    this.#isSilent = await this.#probe().then(
      () => false,
      () => true,
    );
    if (!this.#isSilent || this.#isOver) {
      this.#isProbing = false;
      return;
    }
    this.#timer = setTimeout(() => void this.#probeAgain(), PAUSE_MS);
    this.#timer.unref();
  }
}
