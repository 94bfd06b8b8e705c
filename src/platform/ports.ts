/**
 * A port to the outside world (a channel driver, the mailer, presence): a typed key, whose implementation is plugged
 * in at start.
 */
export interface Port<T> {
  readonly name: string;
  /** Never present at run time; carries the type. */
  readonly type?: T;
}

export function definePort<T>(name: string): Port<T> {
  return { name };
}

/** The implementations that the composition root plugged in. */
export interface Ports {
  plug<T>(port: Port<T>, implementation: T): void;
  /** Returns the implementation. Throws when none was plugged in, which is a wiring error. */
  use<T>(port: Port<T>): T;
  /** Adds an entry to a port that several features fill; creates its map. */
  add<K, V>(port: Port<Map<K, V>>, key: K, value: V): void;
  /** Undefined when no implementation was plugged in: the demo fills companies before the features are wired. */
  find<T>(port: Port<T>): T | undefined;
}

export function createPorts(): Ports {
  const plugged = new Map<string, unknown>();
  return {
    plug: (port, implementation) => void plugged.set(port.name, implementation),
    add<K, V>({ name }: Port<Map<K, V>>, key: K, value: V) {
      const known = (plugged.get(name) as Map<K, V> | undefined) ?? new Map<K, V>();
      plugged.set(name, known.set(key, value));
    },
    find: <T>(port: Port<T>) => plugged.get(port.name) as T | undefined,
    use<T>(port: Port<T>): T {
      if (!plugged.has(port.name)) throw new Error(`port ${port.name} has nothing plugged in`);
      return plugged.get(port.name) as T;
    },
  };
}
