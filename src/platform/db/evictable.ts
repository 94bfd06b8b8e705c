import Database from "better-sqlite3";
import {
  forgetStatements,
  type OpenOptions,
  openDatabase,
  preserveChangeCount,
  type Sqlite,
} from "./open.ts";

/** A database that gives up its memory while it is not used, and takes it again at its next use. */
export interface EvictableDatabase {
  /** One handle for the whole time; it reopens an evicted database by itself. */
  readonly client: Sqlite;
  readonly isLoaded: boolean;
  /**
   * Closes the connection: about 0.5 MB of schema, its prepared statements and its pages. The next use opens it again, which
   * takes about 2 ms. Answers false inside a transaction or while rows are iterated. To be called at the beginning of a turn of
   * the event loop, when no caller is in the middle of a statement.
   */
  evict(): boolean;
}

/** Opens a database as `openDatabase` does. `onReload` is called whenever it is opened again. */
export function openEvictable(path: string, options: OpenOptions, onReload: () => void): EvictableDatabase {
  const handle = new Handle(path, options, onReload);
  return {
    // It has every method of a handle that a file which stays open for long is used by.
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
   * A connection that has read nothing but the head of the file (65 kB), from the first rest on: while it is open, closing the other
   * one neither carries the log over nor takes it away, both of which would wait for the disk.
   */
  #keeper: Sqlite | undefined;
  #isClosed = false;
  readonly #options: OpenOptions;
  readonly #onAwake: () => void;

  constructor(path: string, options: OpenOptions, onAwake: () => void) {
    this.name = path;
    this.#options = options;
    this.#onAwake = onAwake;
    this.#awake = openDatabase(path, options);
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
  // The room for pages that the driver reserves at the first read, 80 kB: it reads no more.
  keeper.exec("PRAGMA shrink_memory");
  return keeper;
}
