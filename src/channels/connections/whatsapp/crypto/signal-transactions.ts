import { AsyncLocalStorage } from "node:async_hooks";
import type {
  SignalDataSet,
  SignalDataTypeMap,
  SignalKeyStoreWithTransaction,
} from "@whiskeysockets/baileys";
import { createQueue } from "./signal-queues.ts";

type Changes = Record<string, Record<string, unknown>>;

/** The key store below Baileys' own transactions. */
export interface KeyStore {
  get<T extends keyof SignalDataTypeMap>(
    type: T,
    ids: string[],
  ): Promise<{ [id: string]: SignalDataTypeMap[T] }>;
  set(changes: SignalDataSet): Promise<void>;
}

/**
 * Transactions of the Signal repository: one at a time per lock, committed by one `set`. Baileys' own transactions
 * (`outer`) lock two to four mutexes for each message and copy everything they read. Neither is needed, because the
 * store answers immediately and caches its values in memory. Calls outside a transaction, or inside one of Baileys, are
 * passed to `outer`.
 */
export function createSignalTransactions(
  outer: SignalKeyStoreWithTransaction,
  store: KeyStore,
): SignalKeyStoreWithTransaction {
  const transactions = new AsyncLocalStorage<Changes>();
  const enqueue = createQueue();
  return {
    async get(type, ids) {
      const changes = transactions.getStore();
      if (!changes) return outer.get(type, ids);
      const changed = changes[type];
      if (!changed) return store.get(type, ids);
      const unchanged = ids.filter((id) => !(id in changed));
      const found: Record<string, unknown> = unchanged.length > 0 ? await store.get(type, unchanged) : {};
      for (const id of ids) if (id in changed && changed[id]) found[id] = changed[id];
      return found as Awaited<ReturnType<typeof store.get<typeof type>>>;
    },
    async set(data) {
      const changes = transactions.getStore();
      if (!changes) return outer.set(data);
      for (const [type, values] of Object.entries(data)) {
        const known = changes[type];
        if (known) Object.assign(known, values);
        else changes[type] = { ...values };
      }
    },
    isInTransaction: () => transactions.getStore() !== undefined || outer.isInTransaction(),
    transaction(work, lock) {
      if (transactions.getStore()) return work();
      if (outer.isInTransaction()) return outer.transaction(work, lock);
      return enqueue(lock, async () => {
        const changes: Changes = {};
        const result = await transactions.run(changes, work);
        // The values that the repository has set have the types of Baileys' stores.
        if (Object.keys(changes).length > 0) await store.set(changes as SignalDataSet);
        return result;
      });
    },
  };
}
