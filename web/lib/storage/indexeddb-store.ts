/** An IndexedDB with one store: one row per storage scope (`storageScopeOf`) and key. */
export interface IndexedDbStore<Row> {
  /** Rows of a scope by key. */
  load(person: string): Promise<ReadonlyMap<string, Row>>;
  put(person: string, key: string, row: Row): Promise<void>;
  remove(person: string, key: string): Promise<void>;
  /** Removes all rows of a scope. */
  clear(person: string): Promise<void>;
}

/**
 * Returns a store of this database, which is opened on first use. Its rows remain after logout, and after a login
 * elsewhere ended the session.
 */
export function indexedDbStore<Row>(database: string, name: string): IndexedDbStore<Row> {
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
    async load(person) {
      const rows = await store("readonly");
      const [keys, values] = await Promise.all([
        answer(rows.getAllKeys(allOf(person))),
        answer<Row[]>(rows.getAll(allOf(person))),
      ]);
      return new Map(values.map((row, index) => [String((keys[index] as IDBValidKey[])[1]), row]));
    },
    put: (person, key, row) => write((rows) => rows.put(row, [person, key])),
    remove: (person, key) => write((rows) => rows.delete([person, key])),
    clear: (person) => write((rows) => rows.delete(allOf(person))),
  };
}

const allOf = (person: string): IDBKeyRange => IDBKeyRange.bound([person], [person, []]);

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
