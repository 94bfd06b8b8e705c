/** Public functions of privacy. */
export { companiesWithErasures, reapplyErasures } from "./ledger/reapply-erasures.ts";
export { inheritErasures } from "./ledger/record-erasure.ts";
