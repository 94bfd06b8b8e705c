import { type Cells, HOME_CELL } from "#platform/cells.ts";

/** Id of the provider's company. Every cell has it; in other cells than the home cell it is a copy (docs/rules/cells.md#shared-rows). */
export const PROVIDER_ID = 1;

/**
 * Id of the copy of the provider's company in this cell, which lists and counts leave out: the home cell has the company itself.
 * 0 in the home cell.
 */
export const providerCopyId = ({ cells }: { readonly cells: Pick<Cells, "own"> }): number =>
  cells.own === HOME_CELL ? 0 : PROVIDER_ID;
