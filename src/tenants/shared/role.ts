import { HOME_CELL } from "#platform/cells.ts";
import { AppError } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";

type Parts = Pick<Installation, "sharedRows" | "cells">;

/** What this cell does with shared rows: `home` publishes them, `copy` copies them; `alone`: it has no store for them. */
export const sharingRole = ({ sharedRows, cells }: Parts): "alone" | "home" | "copy" =>
  sharedRows === null ? "alone" : cells.own === HOME_CELL ? "home" : "copy";

/** For rows that are created at their first use: a copying cell waits for them. Throws 503 ERR_NOT_DURABLE there. */
export function refuseInCopy(parts: Parts): void {
  if (sharingRole(parts) === "copy") throw new AppError(503, "ERR_NOT_DURABLE");
}
