import type { OtherCells } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import { ownerOfToken } from "./owner-of-bearer.ts";

/** Finds the cell of a socket by the token of its first frame (docs/rules/cells.md#sockets). */
export const socketsOfOtherCells = ({
  cells,
  secrets,
  clock,
}: Pick<Installation, "cells" | "secrets" | "clock">): OtherCells => ({
  cellOf(token) {
    if (cells.all().length === 1) return null;
    const owner = ownerOfToken(secrets, token, clock.now());
    if (!owner) return null;
    const cell = cells.ofCompany(owner.companyId);
    return cell === cells.own || !cells.all().includes(cell) ? null : cell;
  },
  open: (cell, caller) => cells.openSocket(cell, caller),
});
