import { indexedDbStore } from "#web/lib/storage/indexeddb-store.ts";

/** A task of the user's own list. */
export interface Task {
  readonly id: string;
  readonly text: string;
  readonly done: boolean;
  /** ms since 1970, on this computer's clock. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Storage of tasks in this browser, separate for each user. */
export interface TaskStore {
  load(person: string): Promise<readonly Task[]>;
  put(person: string, task: Task): Promise<void>;
  remove(person: string, id: string): Promise<void>;
}

/** Task storage in IndexedDB: it survives a logout and is not shared with other devices. */
export function indexedTasks(): TaskStore {
  const rows = indexedDbStore<Task>("balcao-todo", "tasks");
  return {
    load: async (person) => [...(await rows.load(person)).values()],
    put: (person, task) => rows.put(person, task.id, task),
    remove: rows.remove,
  };
}
