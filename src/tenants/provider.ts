/** Id of the provider's company. Every cell has it; in other cells than the home cell it is a copy (docs/rules/cells.md#shared-rows). */
export const PROVIDER_ID = 1;
