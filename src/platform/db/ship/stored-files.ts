import type { ShippedPages, ShippedPath } from "./capture.ts";
import { piecesOf } from "./closed-pieces.ts";

/** Databases that are being read in pieces, and why a reading ended early. */
export interface StoredFiles {
  /**
   * Reads a closed database. `add` gets each piece, `stored` resolves when it is stored. Resolves when the last one is, or the file
   * was opened meanwhile. Throws when it was changed meanwhile or cannot be read; `remove` then takes it out of the log.
   */
  store(path: ShippedPath, into: StoredInto): Promise<void>;
  /** The file is opened: its next capture has all of it. Returns whether it was being read. */
  opened(path: ShippedPath): boolean;
  /** Everything below this path was removed or replaced. */
  changed(path: ShippedPath): void;
}

interface StoredInto {
  add(piece: ShippedPages): void;
  stored(): Promise<void>;
  remove(): void;
}

interface Reading {
  end: "opened" | "changed" | null;
}

export function createStoredFiles(directory: string): StoredFiles {
  const readings = new Map<ShippedPath, Reading>();
  const end = (path: ShippedPath, reason: Reading["end"]): void => {
    const reading = readings.get(path);
    if (reading) reading.end = reason;
    readings.delete(path);
  };
  const isOver = ({ end: reason }: Reading, path: ShippedPath): boolean => {
    if (reason === "changed") throw new Error(`${path} was changed while it was stored`);
    return reason === "opened";
  };
  return {
    async store(path, { add, stored, remove }) {
      const reading: Reading = { end: null };
      readings.set(path, reading);
      try {
        for await (const piece of piecesOf(directory, path, () => reading.end !== "opened")) {
          if (isOver(reading, path)) return;
          add(piece);
          await stored();
          if (isOver(reading, path)) return;
        }
      } catch (error) {
        // The log must not keep a part of a file.
        if (reading.end === null) remove();
        throw error;
      } finally {
        if (readings.get(path) === reading) readings.delete(path);
      }
    },
    opened(path) {
      const isReading = readings.has(path);
      end(path, "opened");
      return isReading;
    },
    changed(path) {
      for (const one of [...readings.keys()])
        if (one === path || one.startsWith(`${path}/`)) end(one, "changed");
    },
  };
}
