/** What other features may use of the companies. */
export { type CompanyFields, createCompany, ensureProviderCompany, PROVIDER_ID } from "./create.ts";
export { companyInactive, planFeature, subscriptionExpired } from "./errors.ts";
export { expiresAt, isCutOff, isExpired, mayWork } from "./expiry.ts";
export { presentSessionCompany } from "./present.ts";
