/**
 * A cache of the most recently used entries; evicted ones are passed to `onDrop`. Entries for which `isPinned` is
 * true stay.
 */
export class Lru<Value> {
  readonly #values = new Map<number, Value>();
  readonly #size: number;
  readonly #make: (key: number) => Value;
  readonly #onDrop: (value: Value) => void;
  readonly #isPinned: (key: number) => boolean;

  constructor(options: {
    readonly size: number;
    readonly make: (key: number) => Value;
    readonly onDrop: (value: Value) => void;
    readonly isPinned: (key: number) => boolean;
  }) {
    this.#size = options.size;
    this.#make = options.make;
    this.#onDrop = options.onDrop;
    this.#isPinned = options.isPinned;
  }

  /** Returns the value of a key, created if missing, and makes it the most recently used one. */
  use(key: number): Value {
    const value = this.#values.get(key) ?? this.#make(key);
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const old of this.#values.keys()) {
      if (this.#values.size <= this.#size) break;
      if (old !== key && !this.#isPinned(old)) this.drop(old);
    }
    return value;
  }

  peek(key: number): Value | undefined {
    return this.#values.get(key);
  }

  values(): readonly Value[] {
    return [...this.#values.values()];
  }

  drop(key: number): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#onDrop(value);
  }

  clear(): void {
    for (const key of [...this.#values.keys()]) this.drop(key);
  }
}
