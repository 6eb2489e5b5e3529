/**
 * What was used last, by its key, in two generations: what is used goes to the younger one, and once that is full, it becomes the
 * older one, whose rest is forgotten. What is used again and again is not moved. In a Map with the last used at its end every use
 * is moved, and every so many of these the Map goes on in a new table: V8 keeps the old ones with all they held, and what that
 * leads to, until it looks through the whole heap.
 */
export class Recent<Value> {
  private younger = new Map<string, Entry<Value>>();
  private older = new Map<string, Entry<Value>>();
  private size = 0;

  /**
   * @param room for both generations together.
   * @param sizeOf one of them, in the same unit; each is 1 unless told.
   */
  constructor(
    private readonly room: number,
    private readonly sizeOf: (key: string, value: Value) => number = () => 1,
  ) {}

  get(key: string): Value | undefined {
    const known = this.younger.get(key);
    if (known) return known.value;
    const older = this.older.get(key);
    if (older) this.put(older);
    return older?.value;
  }

  /** For a key that is not known. */
  set(key: string, value: Value): void {
    this.put({ key, value });
  }

  /** Under the key as it was set: one that was found by may be a part of a large text, and keep that. */
  private put(entry: Entry<Value>): void {
    const size = this.sizeOf(entry.key, entry.value);
    if (this.size + size > this.room / 2) {
      this.older = this.younger;
      this.younger = new Map();
      this.size = 0;
    }
    this.younger.set(entry.key, entry);
    this.size += size;
  }
}

interface Entry<Value> {
  key: string;
  value: Value;
}
