import { byText } from "#platform/http/page.ts";
import type { NumbersAnswer } from "./contract.ts";
import { type CountedRow, shownFigures } from "./policy.ts";

/** The numbers of one cell: incidents as counted, because rounded counts cannot be added. */
export interface NumbersPart {
  readonly companies: NumbersAnswer["companies"];
  readonly counted: readonly CountedRow[];
}

/** The numbers of the installation from those of its cells. */
export const mergeNumbers = (parts: readonly NumbersPart[]): NumbersAnswer => ({
  companies: parts
    .flatMap(({ companies }) => companies)
    .toSorted((a, b) => byText(a.name, b.name) || a.id - b.id),
  incidents: [...shownFigures(parts.flatMap(({ counted }) => counted))],
});
