/** What other features may use of the companies. */
export { createCompanyWithAdmin, type FirstAdmin, FirstAdminPort, type FirstAdmins } from "./administer.ts";
export { companiesInBin, restoreCompany } from "./bin.ts";
export { BrandPort, type MailBrand } from "./brand-port.ts";
export { announce, type CompanyChange, changeCompany } from "./change.ts";
export { type CheckedFile, checkFiles, type FileToCheck } from "./check-files.ts";
export { uncleanChecked } from "./check-unclean.ts";
export { CompanyTablesPort } from "./company-tables.ts";
export { type CompanyFields, createCompany, PROVIDER_ID } from "./create.ts";
export { storeDigest } from "./digest.ts";
export { companyInactive, nameInUse, planFeature, subscriptionExpired } from "./errors.ts";
export { expiresAt, isCutOff, isExpired, mayWork } from "./expiry.ts";
export { addPeriod, dayOfMonth, monthsOf } from "./period.ts";
export { presentPlan, presentSessionCompany, presentSold } from "./present.ts";
export { checkCompanyNameFree, companyById, freeCompanyName, requireCompany } from "./queries.ts";
