/** Public functions of the companies. */

export { BrandPort, type MailBrand } from "./brand-port.ts";
export { uncleanChecked } from "./check-files/check-unclean.ts";
export { checkFiles, type FileToCheck } from "./check-files/main.ts";
export { CompanyTablesPort } from "./company-tables.ts";
export { storeDigest, UsagePort } from "./digest.ts";
export { companyInactive, nameInUse, planFeature, subscriptionExpired } from "./errors.ts";
export { createCompanyWithAdmin, FirstAdminPort } from "./lifecycle/administer.ts";
export { companiesInBin, restoreCompany } from "./lifecycle/bin.ts";
export { announce, changeCompany } from "./lifecycle/change.ts";
export { createCompany, PROVIDER_ID } from "./lifecycle/create.ts";
export { holdAllCompanies, holdCompany } from "./lifecycle/hold.ts";
export { withFreeName } from "./names.ts";
export { addPeriod, dayOfMonth, isCutOff, isExpired, mayWork, monthsOf } from "./period.ts";
export { cellWithRoom, loadOf } from "./placement.ts";
export { presentPlan, presentSessionCompany } from "./present.ts";
export { checkCompanyNameFree, companyById, requireCompany } from "./queries.ts";
