import { nextIdIn, rowIdsOfCell } from "#platform/cells.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./invoices.sql.ts";

/** The id of the next invoice, in the range of the cell (docs/rules/cells.md#ids). Call it in the transaction of its insert. */
export function nextInvoiceId({ system, cells }: Pick<Installation, "system" | "cells">): number {
  const range = rowIdsOfCell(cells.own);
  return nextIdIn(range, queryOne(system, sql.lastInvoiceId, range)?.id ?? null);
}
