import type { Installation } from "#tenants/installation.ts";
import type { NumbersAnswer } from "./contract.ts";
import { incidentFigures } from "./incidents.ts";
import { restrictedCompanies } from "./restricted.ts";

/** Restricted numbers per company now, and the anonymous figures of restrictions. */
export const readNumbers = (installation: Installation): NumbersAnswer => ({
  companies: restrictedCompanies(installation),
  incidents: [...incidentFigures(installation)],
});
