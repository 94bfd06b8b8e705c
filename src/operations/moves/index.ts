/** Public functions of moves between cells. */

export { beginMove, cancelMove, readMove } from "./moves.ts";
export { type MoveReason, MoveRefused } from "./refusals.ts";
export { CompanyRowsPort } from "./system-rows.ts";
