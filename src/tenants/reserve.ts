import type { DirectoryKey, Reservation } from "#platform/cells.ts";
import type { Installation } from "./installation.ts";
import type { TenantUnit } from "./tenant.ts";

const idOf = ({ kind, value }: DirectoryKey): string => `${kind} ${value}`;

let create: (ids: ReadonlySet<string> | "all") => Reserved;
let committedOf: (reserved: Reserved) => ReadonlySet<string>;
let end: (reserved: Reserved) => void;

/**
 * Proves that values are reserved in the directory (docs/rules/cells.md#directory). Every function that writes such a value
 * requires it as a parameter. Only `withReserved` makes one; it is valid until its `work` ends.
 */
export class Reserved {
  readonly #ids: ReadonlySet<string> | "all";
  readonly #committed = new Set<string>();
  #hasEnded = false;

  static {
    create = (ids) => new Reserved(ids);
    committedOf = (reserved) => reserved.#committed;
    end = (reserved) => {
      reserved.#hasEnded = true;
    };
  }

  private constructor(ids: ReadonlySet<string> | "all") {
    this.#ids = ids;
  }

  /**
   * Call it in the transaction that writes the value; `unit` is the transaction of the company file, if it is one. Throws an
   * Error when the value is not reserved.
   */
  cover(key: DirectoryKey, unit?: TenantUnit): void {
    const id = idOf(key);
    if (this.#hasEnded) throw new Error(`the reservation of a ${key.kind} is used after its end`);
    if (this.#ids !== "all" && !this.#ids.has(id))
      throw new Error(`a ${key.kind} is written without a reservation`);
    unit?.afterCommit(() => this.#committed.add(id));
  }
}

/** Covers every value without a directory. For tests and benches, which create companies synchronously (test/reservations.test.ts). */
export const reservedForTests = (): Reserved => create("all");

/** Covers the values of copied rows: the home cell has reserved them (docs/rules/cells.md#shared-rows). */
export const reservedByHome = (): Reserved => create("all");

/** One value to reserve, and the error when another company has it. */
export interface Claim {
  readonly key: DirectoryKey;
  readonly refused: () => Error;
}

/**
 * Reserves values for a company, runs `work`, which writes them, and confirms them. After an error nothing is reserved, except
 * what was committed before it. `owner`: the company, or for a company that `work` creates, how its id is read from the result.
 *
 * Other requests run between the call and `work`, so `work` must check again what may have changed. It must not wait for another
 * call of `withReserved`: two calls could wait for each other. Throws the error of a refused claim, 503 ERR_NOT_DURABLE, and
 * what `work` throws.
 */
export function withReserved<T>(
  installation: Installation,
  claims: readonly Claim[],
  owner: number | ((result: T) => number),
  work: (reserved: Reserved) => T | Promise<T>,
): Promise<T> {
  const ids = new Set(claims.map(({ key }) => idOf(key)));
  return inTurn(installation, ids, async () => {
    const { directory } = installation.cells;
    const companyId = typeof owner === "number" ? owner : null;
    const held = new Map<string, Reservation>();
    const reserved = create(ids);
    let result: T;
    try {
      for (const { key, refused } of claims) {
        if (held.has(idOf(key))) continue;
        const reservation = await directory.reserve(key, companyId);
        if (!reservation) throw refused();
        held.set(idOf(key), reservation);
      }
      result = await work(reserved);
    } catch (error) {
      // The file of a company whose creation failed is removed, so nothing that was committed to it counts.
      const committed = companyId === null ? new Set() : committedOf(reserved);
      for (const [id, reservation] of held)
        if (companyId !== null && committed.has(id)) await reservation.confirm(companyId);
        else await reservation.withdraw();
      throw error;
    } finally {
      end(reserved);
    }
    const id = typeof owner === "number" ? owner : owner(result);
    await Promise.all([...held.values()].map((reservation) => reservation.confirm(id)));
    return result;
  });
}

/**
 * As `withReserved` for one value of an existing company. `work` writes the row and returns true, or returns false when another
 * company of this cell has the value. Returns false when another company has it.
 */
export async function reserveIfFree(
  installation: Installation,
  key: DirectoryKey,
  companyId: number,
  work: (reserved: Reserved) => boolean,
): Promise<boolean> {
  const taken = new Error("taken");
  try {
    await withReserved(installation, [{ key, refused: () => taken }], companyId, (reserved) => {
      if (!work(reserved)) throw taken;
    });
    return true;
  } catch (error) {
    if (error === taken) return false;
    throw error;
  }
}

/** Whether another cell has a value, for an answer before anything is reserved. Throws 503 ERR_NOT_DURABLE. */
export async function isElsewhere({ cells }: Installation, key: DirectoryKey): Promise<boolean> {
  const entry = await cells.directory.find(key);
  if (entry === null) return false;
  return (entry.companyId === null ? entry.cell : cells.ofCompany(entry.companyId)) !== cells.own;
}

/** `releaseKey` after the commit of the transaction that deletes the row. */
export function releaseAfter(unit: TenantUnit, key: DirectoryKey, isUsed: () => boolean): void {
  const { installation, id } = unit.tenant;
  unit.afterCommit(() => void releaseKey(installation, key, id, isUsed));
}

/**
 * Releases a value whose row was deleted by a committed transaction. `isUsed`: whether a row of the company has the value again,
 * because a claim came first. The release waits until the commit is durable: a lost commit brings the row back. Never throws;
 * the nightly sweep releases what is left.
 */
export async function releaseKey(
  installation: Installation,
  key: DirectoryKey,
  companyId: number,
  isUsed: () => boolean,
): Promise<void> {
  const { durability, cells } = installation;
  await inTurn(installation, [idOf(key)], async () => {
    if (durability.isRemote) await durability.durable();
    if (!isUsed()) await cells.directory.release(key, companyId);
  }).catch(() => undefined);
}

/** The end of the last claim or release of each value. */
const tails = new WeakMap<Installation, Map<string, Promise<unknown>>>();

/**
 * Runs claims and releases of one value one after the other, in the order of the calls. A call waits for all its values at the
 * same time, so two calls never wait for each other.
 */
function inTurn<T>(installation: Installation, ids: Iterable<string>, work: () => Promise<T>): Promise<T> {
  const known = tails.get(installation) ?? new Map<string, Promise<unknown>>();
  tails.set(installation, known);
  const mine = [...ids];
  const before = mine.flatMap((id) => known.get(id) ?? []);
  const done = before.length === 0 ? work() : Promise.all(before).then(work);
  const tail = done.then(
    () => undefined,
    () => undefined,
  );
  for (const id of mine) known.set(id, tail);
  void tail.then(() => {
    for (const id of mine) if (known.get(id) === tail) known.delete(id);
  });
  return done;
}
