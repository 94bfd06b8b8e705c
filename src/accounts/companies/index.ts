/** What other features may use of the companies. */
export { createCompanyWithAdmin, FirstAdminPort } from "./administer.ts";
export { companiesInBin, restoreCompany } from "./bin.ts";
export { BrandPort, type MailBrand } from "./brand-port.ts";
export { announce, changeCompany } from "./change.ts";
export { checkFiles, type FileToCheck } from "./check-files.ts";
export { uncleanChecked } from "./check-unclean.ts";
export { CompanyTablesPort } from "./company-tables.ts";
export { createCompany, PROVIDER_ID } from "./create.ts";
export { storeDigest } from "./digest.ts";
export { companyInactive, nameInUse, planFeature, subscriptionExpired } from "./errors.ts";
export { isCutOff, isExpired, mayWork } from "./expiry.ts";
export { addPeriod, dayOfMonth, monthsOf } from "./period.ts";
export { presentSessionCompany, presentSold } from "./present.ts";
export { checkCompanyNameFree, companyById, freeCompanyName, requireCompany } from "./queries.ts";
