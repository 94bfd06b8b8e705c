/** What other features may use of privacy. */
export { companiesWithErasures, eraseAgain } from "./ledger/again.ts";
export { inheritErasures } from "./ledger/keep.ts";
