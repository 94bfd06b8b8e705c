import type { Cells, DirectoryKey } from "#platform/cells.ts";
import { forwardPart } from "#platform/http/cells/forward.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import { accountKey, type MetaKind } from "./accounts.ts";
import { listOf, type Part, partOf, textOf } from "./parts.ts";

/** A webhook of Meta may be about accounts of several cells (docs/rules/cells.md#requests). */

const isByAccount = (object: string): object is "page" | "instagram" =>
  ["page", "instagram"].includes(object);
const BY_NUMBER = "whatsapp_business_account";

/** The caller of parts of bodies that were stored on disk. */
const STORED: Caller = { ip: "", https: true, host: "" };

/**
 * Divides a verified body by the cells of its accounts. What names no account (the state of a business account, its
 * templates) is part of every cell's body; what names an unknown one stays here. Throws 503 ERR_NOT_DURABLE when the
 * directory does not answer.
 */
async function bodiesByCell(cells: Cells, body: unknown): Promise<ReadonlyMap<number, Part>> {
  const { object, entry } = partOf(body);
  const kind = textOf(object);
  if (!isByAccount(kind) && kind !== BY_NUMBER) return new Map([[cells.own, partOf(body)]]);
  const find = finder(cells);
  const entries = new Map<number, Part[]>();
  const add = (cell: number, part: Part) => entries.set(cell, [...(entries.get(cell) ?? []), part]);
  for (const part of listOf(entry)) {
    if (isByAccount(kind)) {
      add(await find(kind, textOf(part["id"])), part);
      continue;
    }
    for (const [cell, changes] of await changesByCell(cells, listOf(part["changes"]), find))
      add(cell, { ...part, changes });
  }
  return new Map([...entries].map(([cell, list]) => [cell, { object, entry: list }]));
}

async function changesByCell(
  cells: Cells,
  changes: readonly Part[],
  find: ReturnType<typeof finder>,
): Promise<ReadonlyMap<number, readonly Part[]>> {
  const found = new Map<number, Part[]>();
  for (const change of changes) {
    const number = textOf(partOf(partOf(change["value"])["metadata"])["phone_number_id"]);
    const here = number === "" ? cells.all() : [await find("phone", number)];
    for (const cell of here) found.set(cell, [...(found.get(cell) ?? []), change]);
  }
  return found;
}

/** The cell of an account; this one when no cell has it. Each account of a body is looked up once. */
function finder(cells: Cells): (kind: MetaKind, externalId: string) => Promise<number> {
  const known = new Map<string, Promise<number>>();
  const find = async (key: DirectoryKey) => {
    const entry = await cells.directory.find(key);
    if (entry === null) return cells.own;
    const cell = entry.companyId === null ? entry.cell : cells.ofCompany(entry.companyId);
    return cells.all().includes(cell) ? cell : cells.own;
  };
  return async (kind, externalId) => {
    if (externalId === "") return cells.own;
    const key = accountKey({ kind, externalId });
    const cell = known.get(key.value) ?? find(key);
    known.set(key.value, cell);
    return cell;
  };
}

/**
 * Whether another cell has an account that this one does not have: its company is being moved, a cell has not filled the
 * directory yet, or the directory does not answer (docs/rules/cells.md#first-fill). With one cell the directory is not read.
 */
export async function mayBeElsewhere(
  cells: Cells,
  { kind, externalId }: { readonly kind: MetaKind; readonly externalId: string },
): Promise<boolean> {
  const { directory } = cells;
  if (!directory.isShared || externalId === "") return false;
  try {
    // First, because a process that has just started does not know the other cells yet.
    if (!(await directory.isComplete())) return true;
    if (cells.all().length === 1) return false;
    const entry = await directory.find(accountKey({ kind, externalId }));
    if (entry === null || entry.companyId === null) return false;
    const cell = cells.ofCompany(entry.companyId);
    // A cell that was removed for ever does not count.
    return cell !== cells.own && cells.all().includes(cell);
  } catch {
    return true;
  }
}

/**
 * Stores a body in the cells of its accounts: the own part by `storeHere`. Every part is tried. Throws when one was not
 * accepted; a repetition of the whole body does no harm.
 */
export async function storeInCells(
  cells: Cells,
  path: string,
  body: unknown,
  storeHere: (body: unknown) => Promise<void>,
  caller: Caller = STORED,
): Promise<void> {
  const stored = [...(await bodiesByCell(cells, body))].map(([cell, part]) =>
    cell === cells.own
      ? storeHere(part)
      : forwardPart(cells, cell, { path, headers: {}, body: JSON.stringify(part), caller }),
  );
  for (const result of await Promise.allSettled(stored))
    if (result.status === "rejected") throw result.reason;
}
