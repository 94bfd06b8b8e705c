import type { OwnedCell } from "#platform/cell.ts";

const NAME = "cell";
const attributes = (https: boolean) => `Path=/; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;

/**
 * `Set-Cookie` with the cell of a browser's session (docs/rules/cells.md#cookie): a hint for proxies, which this product
 * never reads. None outside of a cluster. `number`: the cell of the session, when it is not the own one.
 */
export const keepCell = (cell: OwnedCell | null, https: boolean, number = cell?.number): readonly string[] =>
  cell ? [`${NAME}=${number}; ${attributes(https)}`] : [];

/** `Set-Cookie` that deletes the hint. */
export const dropCell = (cell: OwnedCell | null, https: boolean): readonly string[] =>
  cell ? [`${NAME}=; Max-Age=0; ${attributes(https)}`] : [];
