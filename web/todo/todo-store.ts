/** A line of somebody's own list. */
export interface Task {
  readonly id: string;
  readonly text: string;
  readonly done: boolean;
  /** ms since 1970, on this computer's clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Where the tasks of this browser's people live; each person has their own. */
export interface TaskStore {
  load(userId: number): Promise<readonly Task[]>;
  put(userId: number, task: Task): Promise<void>;
  remove(userId: number, id: string): Promise<void>;
}

const DATABASE = "balcao-todo";
const STORE = "tasks";

/** In IndexedDB: neither logging out nor being signed in elsewhere touches it. */
export function indexedTasks(): TaskStore {
  let opened: Promise<IDBDatabase> | undefined;
  const store = async (mode: IDBTransactionMode) => {
    opened ??= open();
    return (await opened).transaction(STORE, mode).objectStore(STORE);
  };
  const write = async (change: (tasks: IDBObjectStore) => IDBRequest) => {
    const tasks = await store("readwrite");
    change(tasks);
    await finished(tasks.transaction);
  };
  return {
    load: async (userId) =>
      answer<Task[]>((await store("readonly")).getAll(IDBKeyRange.bound([userId], [userId, []]))),
    put: (userId, task) => write((tasks) => tasks.put(task, [userId, task.id])),
    remove: (userId, id) => write((tasks) => tasks.delete([userId, id])),
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
