import { signal } from "@preact/signals-react";
import { api } from "#web/lib/api/api.ts";

/** Cells that did not answer the last request of a path, for pages of the provider (docs/rules/cells.md#lists). */
const byPath = signal<Readonly<Record<string, readonly number[]>>>({});
const NONE: readonly number[] = [];

/** Reads the header of an answer. */
export function noteMissingCells(path: string, headers: Headers): void {
  const cells = (headers.get("missing-cells") ?? "").split(",").filter(Boolean).map(Number);
  const known = byPath.peek();
  if (String(known[path] ?? NONE) !== String(cells)) byPath.value = { ...known, [path]: cells };
}

/** Their numbers; a component that reads them follows them. */
export const missingCellsOf = (path: string): readonly number[] => byPath.value[path] ?? NONE;

api.onHeaders = noteMissingCells;
