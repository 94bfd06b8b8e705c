import { definePort } from "#platform/ports.ts";

/** `companyTables` of all features: tables of the system file with rows of companies. The composition root plugs them in. */
export const CompanyTablesPort = definePort<readonly string[]>("company tables");
