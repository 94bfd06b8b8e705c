import Database from "better-sqlite3";
import {
  forgetStatements,
  markRemote,
  type OpenOptions,
  openDatabase,
  preserveChangeCount,
  type Sqlite,
} from "./open.ts";

/** A database that can be evicted while it is idle; its next use opens it again. */
export interface EvictableDatabase {
  /** A permanent handle, which reopens an evicted database automatically. */
  readonly client: Sqlite;
  readonly isLoaded: boolean;
  /**
   * Closes the connection, which frees its schema (about 0.5 MB), prepared statements and pages. The next use opens
   * it again in about 2 ms. Returns false inside a transaction or while rows are iterated. Call it at the start of a
   * turn of the event loop, when no statement is in use.
   */
  evict(): boolean;
}

/** Opens a database as `openDatabase` does. `onReload` is called each time it is opened again. */
export function openEvictable(path: string, options: OpenOptions, onReload: () => void): EvictableDatabase {
  const handle = new Handle(path, options, onReload);
  return {
    // The proxy has every method of a handle that long-lived code uses.
    client: handle as unknown as Sqlite,
    get isLoaded() {
      return handle.isLoaded;
    },
    evict: () => handle.evict(),
  };
}

class Handle {
  readonly name: string;
  readonly memory = false;
  readonly readonly = false;
  #awake: Sqlite | undefined;
  /**
   * A second connection that has read only the file header (65 kB), opened before the first eviction: while it is
   * open, closing the main connection neither checkpoints nor deletes the WAL, both of which would wait for the disk.
   */
  #keeper: Sqlite | undefined;
  #isClosed = false;
  readonly #options: OpenOptions;
  readonly #onAwake: () => void;

  constructor(path: string, options: OpenOptions, onAwake: () => void) {
    this.name = path;
    const { onCommit } = options;
    const self = this as unknown as Sqlite;
    // Observers know this permanent handle, not the connection behind it.
    this.#options = onCommit ? { ...options, onCommit: () => onCommit(self) } : options;
    if (options.durability === "remote") markRemote(self);
    this.#onAwake = onAwake;
    this.#awake = openDatabase(path, this.#options);
  }

  get isLoaded(): boolean {
    return this.#awake !== undefined;
  }
  get open(): boolean {
    return !this.#isClosed;
  }
  get inTransaction(): boolean {
    return this.#awake?.inTransaction ?? false;
  }
  prepare(text: string): Database.Statement {
    return this.#use().prepare(text);
  }
  exec(text: string): this {
    this.#use().exec(text);
    return this;
  }
  pragma(text: string, options?: Database.PragmaOptions): unknown {
    return this.#use().pragma(text, options);
  }
  transaction<F extends (...args: unknown[]) => unknown>(work: F): Database.Transaction<F> {
    return this.#use().transaction(work);
  }
  serialize(): Buffer {
    return this.#use().serialize();
  }

  evict(): boolean {
    if (!this.#awake || this.#awake.inTransaction) return false;
    this.#keeper ??= keeperOf(this.name);
    preserveChangeCount(this as unknown as Sqlite);
    try {
      this.#awake.close();
    } catch {
      // Rows are being iterated.
      return false;
    }
    this.#awake = undefined;
    forgetStatements(this as unknown as Sqlite);
    return true;
  }

  close(): this {
    this.#isClosed = true;
    this.#awake?.close();
    this.#keeper?.close();
    this.#awake = undefined;
    this.#keeper = undefined;
    return this;
  }

  #use(): Sqlite {
    if (this.#awake) return this.#awake;
    // The driver's own message.
    if (this.#isClosed) throw new TypeError("The database connection is not open");
    this.#awake = openDatabase(this.name, this.#options);
    this.#onAwake();
    return this.#awake;
  }
}

function keeperOf(path: string): Sqlite {
  const keeper = new Database(path, { fileMustExist: true });
  // Reads the file header and registers with the WAL, without reading the schema.
  keeper.pragma("user_version");
  // Releases the 80 kB of page cache that the driver reserved at the first read: this connection reads no more.
  keeper.exec("PRAGMA shrink_memory");
  return keeper;
}
