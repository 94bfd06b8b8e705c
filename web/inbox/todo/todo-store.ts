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

/** Where the tasks of this browser's people live; each person has their own. */
export interface TaskStore {
  load(person: string): Promise<readonly Task[]>;
  put(person: string, task: Task): Promise<void>;
  remove(person: string, id: string): Promise<void>;
}

/** In IndexedDB: neither logging out nor being signed in elsewhere touches it. */
export function indexedTasks(): TaskStore {
  const rows = indexedDbStore<Task>("balcao-todo", "tasks");
  return {
    load: async (person) => [...(await rows.load(person)).values()],
    put: (person, task) => rows.put(person, task.id, task),
    remove: rows.remove,
  };
}
