/** Rows of the people of this browser, in an IndexedDB of one store: one row per user and key. */
export interface PersonalStore<Row> {
  /** Rows of the user by key. */
  load(userId: number): Promise<ReadonlyMap<string, Row>>;
  put(userId: number, key: string, row: Row): Promise<void>;
  remove(userId: number, key: string): Promise<void>;
}

/** Neither logging out nor being signed in elsewhere touches it; opened at the first use. */
export function personalStore<Row>(database: string, name: string): PersonalStore<Row> {
  let opened: Promise<IDBDatabase> | undefined;
  const store = async (mode: IDBTransactionMode) => {
    opened ??= open(database, name);
    return (await opened).transaction(name, mode).objectStore(name);
  };
  const write = async (change: (rows: IDBObjectStore) => IDBRequest) => {
    const rows = await store("readwrite");
    change(rows);
    await finished(rows.transaction);
  };
  return {
    async load(userId) {
      const rows = await store("readonly");
      const range = IDBKeyRange.bound([userId], [userId, []]);
      const [keys, values] = await Promise.all([
        answer(rows.getAllKeys(range)),
        answer<Row[]>(rows.getAll(range)),
      ]);
      return new Map(values.map((row, index) => [String((keys[index] as IDBValidKey[])[1]), row]));
    },
    put: (userId, key, row) => write((rows) => rows.put(row, [userId, key])),
    remove: (userId, key) => write((rows) => rows.delete([userId, key])),
  };
}

function open(database: string, store: string): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
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
