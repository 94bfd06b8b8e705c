import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { Task, TaskStore } from "./todo-store.ts";

export interface TodoOptions {
  /** Storage key of the user, from `storageScopeOf`. */
  readonly person: string;
  readonly store: TaskStore;
  readonly now?: () => number;
  readonly newId?: () => string;
}

/**
 * The user's private to-do list: text, done, times of creation and change. It is stored only in the browser
 * (docs/rules/screens.md#other-pages).
 */
export class TodoModel {
  readonly #options: TodoOptions;
  readonly #tasks = signal<readonly Task[]>([]);
  readonly #ready = signal(false);
  readonly #unstored = signal(false);
  readonly #editing = signal<string | null>(null);

  /** Open tasks, then done ones; each newest first. */
  readonly tasks: ReadonlySignal<readonly Task[]> = computed(() =>
    [...this.#tasks.value].sort((a, b) => Number(a.done) - Number(b.done) || b.createdAt - a.createdAt),
  );
  readonly openCount: ReadonlySignal<number> = computed(
    () => this.#tasks.value.filter(({ done }) => !done).length,
  );
  readonly ready: ReadonlySignal<boolean> = this.#ready;
  /** True when the browser's storage fails: the list is lost when the page is closed. */
  readonly unstored: ReadonlySignal<boolean> = this.#unstored;
  /** Id of the task that is being edited. */
  readonly editing: ReadonlySignal<string | null> = this.#editing;
  /** Text of the input field. */
  readonly text = signal("");

  constructor(options: TodoOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const { store, person } = this.#options;
    try {
      const stored = await store.load(person);
      // A task may have been added while the list was being read.
      const added = this.#tasks.peek();
      const addedIds = new Set(added.map(({ id }) => id));
      this.#tasks.value = [...stored.filter(({ id }) => !addedIds.has(id)), ...added];
    } catch {
      this.#unstored.value = true;
    }
    this.#ready.value = true;
  }

  /** Adds the typed text as a task, or saves it in the task being edited. Blank text is ignored. */
  submit(): void {
    const text = this.text.peek().trim();
    if (text === "") return;
    const task = this.#find(this.#editing.peek());
    const now = this.#now();
    if (task) this.#put({ ...task, text, updatedAt: now });
    else this.#put({ id: this.#newId(), text, done: false, createdAt: now, updatedAt: now });
    this.cancel();
  }

  /** Starts editing a task: its text is put into the field. */
  edit(id: string): void {
    const task = this.#find(id);
    if (!task) return;
    this.#editing.value = id;
    this.text.value = task.text;
  }

  /** Ends editing: clears the field and leaves the task unchanged. */
  cancel(): void {
    this.#editing.value = null;
    this.text.value = "";
  }

  setDone(id: string, done: boolean): void {
    const task = this.#find(id);
    if (task) this.#put({ ...task, done, updatedAt: this.#now() });
  }

  /** Removes a task. Returns a function that restores it. */
  remove(id: string): () => void {
    const task = this.#find(id);
    if (!task) return () => undefined;
    if (this.#editing.peek() === id) this.cancel();
    this.#tasks.value = this.#tasks.peek().filter((other) => other.id !== id);
    this.#keep(this.#options.store.remove(this.#options.person, id));
    return () => this.#put(task);
  }

  #put(task: Task): void {
    this.#tasks.value = [...this.#tasks.peek().filter(({ id }) => id !== task.id), task];
    this.#keep(this.#options.store.put(this.#options.person, task));
  }

  #keep(stored: Promise<void>): void {
    stored.catch(() => {
      this.#unstored.value = true;
    });
  }

  #find(id: string | null): Task | undefined {
    return this.#tasks.peek().find((task) => task.id === id);
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #newId(): string {
    return this.#options.newId?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  }
}
