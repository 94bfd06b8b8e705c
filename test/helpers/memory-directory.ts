import {
  type Cells,
  cellOfId,
  type Directory,
  type DirectoryKey,
  type DirectoryKind,
  oneCell,
  type StoredEntry,
} from "#platform/cells.ts";
import { AppError } from "#platform/errors.ts";

interface Entry extends StoredEntry {
  readonly isConfirmed: boolean;
}

/** A directory in memory that the cells of several test apps share. */
export interface MemoryDirectory {
  /** The directory as one cell sees it. */
  of(cell: number): Directory;
  /** The cells of one test app: its own number and this directory. */
  cells(cell: number): Cells;
  /** `<kind> <value>` of all entries, with their owner. */
  entries(): Readonly<
    Record<
      string,
      { readonly cell: number; readonly companyId: number | null; readonly isConfirmed: boolean }
    >
  >;
  /** Calls so far, such as `reserve login ana@example.com`. */
  readonly calls: string[];
  /** Companies that were moved, with their cell: their entries belong to it. */
  readonly moved: Map<number, number>;
  /** Called at the end of each reservation, to observe what is committed by then. */
  onReserved: (key: DirectoryKey) => void;
  /** True: the servers do not answer. */
  isDown: boolean;
  /** True: another cell has not written its rows yet. */
  isIncomplete: boolean;
  /** Loses all entries, as servers do whose disks are gone. */
  lose(): void;
  /** Writes an entry as a process leaves it that was killed before the confirmation. */
  leave(key: DirectoryKey, cell: number, companyId: number | null): void;
}

const nameOf = ({ kind, value }: DirectoryKey): string => `${kind} ${value}`;

export function memoryDirectory(now: () => number = Date.now): MemoryDirectory {
  const entries = new Map<string, Entry>();
  const filled = new Set<number>();
  const calls: string[] = [];
  const moved = new Map<number, number>();
  const cellOf = ({ cell, companyId }: Entry) => moved.get(companyId ?? 0) ?? cell;
  let revision = 0;
  const write = (
    kind: DirectoryKind,
    name: string,
    fields: Pick<Entry, "cell" | "companyId" | "isConfirmed">,
  ) => {
    revision += 1;
    entries.set(name, { kind, name, ...fields, atMs: now(), revision });
    return revision;
  };
  const made: MemoryDirectory = {
    of: (cell) => {
      const call = async (what: string, key: DirectoryKey) => {
        calls.push(`${what} ${nameOf(key)}`);
        // A real directory answers in a later turn of the event loop.
        await new Promise((done) => setImmediate(done));
        if (made.isDown) throw new AppError(503, "ERR_NOT_DURABLE");
      };
      return {
        isShared: true,
        async find(key) {
          await call("find", key);
          return entries.get(nameOf(key)) ?? null;
        },
        async reserve(key, companyId) {
          await call("reserve", key);
          const name = nameOf(key);
          const before = entries.get(name);
          if (made.isIncomplete) throw new AppError(503, "ERR_NOT_DURABLE");
          const isOwn =
            before !== undefined &&
            cellOf(before) === cell &&
            (!before.isConfirmed || (companyId !== null && before.companyId === companyId));
          if (before && !isOwn) return null;
          const mine = write(key.kind, name, { cell, companyId, isConfirmed: before?.isConfirmed ?? false });
          made.onReserved(key);
          return {
            async confirm(id) {
              await call("confirm", key).catch(() => undefined);
              write(key.kind, name, { cell, companyId: id, isConfirmed: true });
            },
            async withdraw() {
              await call("withdraw", key).catch(() => undefined);
              if (entries.get(name)?.revision !== mine) return;
              if (before) entries.set(name, before);
              else entries.delete(name);
            },
          };
        },
        async release(key, companyId) {
          await call("release", key).catch(() => undefined);
          const entry = entries.get(nameOf(key));
          if (!made.isDown && entry?.companyId === companyId && cellOf(entry) === cell)
            entries.delete(nameOf(key));
        },
        nameOf,
        async *entriesOfCell() {
          for (const entry of [...entries.values()]) if (cellOf(entry) === cell) yield entry;
        },
        async restore(key, companyId) {
          await call("restore", key);
          const known = entries.get(nameOf(key));
          if (known && cellOf(known) !== cell) return false;
          write(key.kind, nameOf(key), { cell, companyId, isConfirmed: true });
          return true;
        },
        async remove({ name, revision: read }) {
          if (entries.get(name)?.revision !== read) return false;
          return entries.delete(name);
        },
        async isComplete() {
          if (made.isDown) throw new AppError(503, "ERR_NOT_DURABLE");
          return !made.isIncomplete;
        },
        isFilled: async () => filled.has(cell),
        noteFilled: async () => void filled.add(cell),
      };
    },
    cells: (cell) => ({
      ...oneCell(cell),
      all: () => [1, 2],
      ofCompany: (id) => moved.get(id) ?? cellOfId(id),
      directory: made.of(cell),
    }),
    entries: () =>
      Object.fromEntries(
        [...entries.values()].map(({ name, cell, companyId, isConfirmed }) => [
          name,
          { cell, companyId, isConfirmed },
        ]),
      ),
    calls,
    moved,
    onReserved: () => {},
    isDown: false,
    isIncomplete: false,
    lose() {
      entries.clear();
      filled.clear();
    },
    leave: (key, cell, companyId) =>
      void write(key.kind, nameOf(key), { cell, companyId, isConfirmed: false }),
  };
  return made;
}
