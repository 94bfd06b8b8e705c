import type { Draft, DraftStore } from "./drafts.ts";

const DATABASE = "balcao";
const STORE = "drafts";

/** Drafts in the browser's IndexedDB, one row per user and key. */
export function indexedDrafts(): DraftStore {
  let opened: Promise<IDBDatabase> | undefined;
  const database = () => {
    opened ??= open();
    return opened;
  };
  const write = async (change: (store: IDBObjectStore) => IDBRequest) => {
    const transaction = (await database()).transaction(STORE, "readwrite");
    change(transaction.objectStore(STORE));
    await finished(transaction);
  };
  return {
    async load(userId) {
      const store = (await database()).transaction(STORE).objectStore(STORE);
      const range = IDBKeyRange.bound([userId], [userId, []]);
      const [keys, values] = await Promise.all([
        answer(store.getAllKeys(range)),
        answer<Draft[]>(store.getAll(range)),
      ]);
      return new Map(values.map((draft, index) => [String((keys[index] as IDBValidKey[])[1]), draft]));
    },
    put: (userId, key, draft) => write((store) => store.put(draft, [userId, key])),
    remove: (userId, key) => write((store) => store.delete([userId, key])),
  };
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return answer(request);
}

function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
