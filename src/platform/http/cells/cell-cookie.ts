import type { OwnedCell } from "#platform/cell.ts";

const NAME = "cell";
const attributes = (https: boolean) => `Path=/; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;

/**
 * `Set-Cookie` with the cell of a browser's session (docs/rules/cells.md#cookie): a hint for proxies, which this product
 * never reads. None outside of a cluster.
 */
export const keepCell = (cell: OwnedCell | null, https: boolean): readonly string[] =>
  cell ? [`${NAME}=${cell.number}; ${attributes(https)}`] : [];

/** `Set-Cookie` that deletes the hint. */
export const dropCell = (cell: OwnedCell | null, https: boolean): readonly string[] =>
  cell ? [`${NAME}=; Max-Age=0; ${attributes(https)}`] : [];
