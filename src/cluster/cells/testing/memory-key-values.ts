import { type KeyValue, type KeyValues, notAnswered } from "#cluster/cells/key-values.ts";

/** A bucket without servers, which several processes of a test share. */
export interface MemoryKeyValues extends KeyValues {
  /** True: nothing is answered. */
  isDown: boolean;
  /** The keys that exist, sorted. */
  readonly keys: readonly string[];
  /** Requests so far, such as `get login.x`. */
  readonly requests: string[];
}

export function memoryKeyValues(): MemoryKeyValues {
  const stored = new Map<string, KeyValue>();
  let last = 0;
  const requests: string[] = [];
  const inOrder = () => [...stored.values()].sort((a, b) => a.revision - b.revision);
  const ask = async (request: string) => {
    requests.push(request);
    await Promise.resolve();
    if (bucket.isDown) throw notAnswered();
  };
  const bucket: MemoryKeyValues = {
    isDown: false,
    requests,
    get keys() {
      return [...stored.keys()].sort();
    },
    async get(key) {
      await ask(`get ${key}`);
      return stored.get(key) ?? null;
    },
    async put(key, value, revision) {
      await ask(`put ${key}`);
      if ((stored.get(key)?.revision ?? 0) !== revision) return null;
      last += 1;
      stored.set(key, { key, value, revision: last });
      return last;
    },
    async remove(key, revision) {
      await ask(`remove ${key}`);
      return stored.get(key)?.revision === revision && stored.delete(key);
    },
    async next(pattern, revision) {
      await ask(`next ${pattern}`);
      const prefix = pattern.slice(0, pattern.indexOf("*"));
      return inOrder().find((one) => one.revision >= revision && one.key.startsWith(prefix)) ?? null;
    },
    async *all() {
      await ask("all");
      yield* inOrder();
    },
  };
  return bucket;
}
