import type { Installation } from "#tenants/installation.ts";
import type { NumbersAnswer } from "./contract.ts";
import { countedIncidents } from "./incidents.ts";
import { mergeNumbers, type NumbersPart } from "./merge.ts";
import { restrictedCompanies } from "./restricted.ts";

/** Restricted numbers per company now, and the anonymous figures of restrictions; `isPart`: for `mergeNumbers`. */
export function readNumbers(installation: Installation, isPart: boolean): NumbersAnswer | NumbersPart {
  const part = { companies: restrictedCompanies(installation), counted: countedIncidents(installation) };
  return isPart ? part : mergeNumbers([part]);
}
