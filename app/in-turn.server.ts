/** Work that takes much memory while it runs: so many at once, the others in the order of asking. */

/**
 * Runs works one after the other as soon as fewer than `atOnce` run.
 *
 * @returns `run`, and `waiting`: how many wait for their turn now.
 */
export function inTurn(atOnce: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    get waiting(): number {
      return queue.length;
    },
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
      else running++;
      try {
        return await work();
      } finally {
        // The turn is handed on directly, so that nobody who comes now gets in between.
        const next = queue.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
