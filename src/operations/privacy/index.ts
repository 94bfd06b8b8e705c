/** Public functions of privacy. */
export { companiesWithErasures, inheritErasures, reapplyErasures } from "./ledger/ledger.ts";
