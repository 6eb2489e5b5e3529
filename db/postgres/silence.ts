/** Makes a hanging server cost one time-out: after it, queries fail at once until the server answers again. */

/** Looks whether the server answers. Rejects when it does not, within a time of its own. */
type Look = () => Promise<unknown>;

const PAUSE_MS = 1_000;

/** ETIMEDOUT of a connection, as far as the program is concerned: the database is away. */
export class DatabaseSilent extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database does not answer, and did not when it was asked before.");
    this.name = "DatabaseSilent";
  }
}

export class Silence {
  readonly #look: Look;
  #isSilent = false;
  #isLooking = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(look: Look) {
    this.#look = look;
  }

  /** Throws DatabaseSilent while the server is known not to answer. */
  check(): void {
    if (this.#isSilent) throw new DatabaseSilent();
  }

  /** Tests the server itself after a missing answer, which may be that of one slow query. */
  suspect(): void {
    if (this.#isLooking || this.#isOver) return;
    this.#isLooking = true;
    void this.#lookAgain();
  }

  /** Looks no more. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #lookAgain(): Promise<void> {
    this.#isSilent = await this.#look().then(
      () => false,
      () => true,
    );
    if (!this.#isSilent || this.#isOver) {
      this.#isLooking = false;
      return;
    }
    this.#timer = setTimeout(() => void this.#lookAgain(), PAUSE_MS);
    this.#timer.unref();
  }
}
