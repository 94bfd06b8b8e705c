import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { companyTables } from "#features.ts";

/** Tables of the system file whose rows outlive an erased company, each with its reason. */
const KEPT: Readonly<Record<string, string>> = {
  company_day: "the provider's figures, which name no person",
  company_figure: "the provider's figures, which name no person",
  company_export: "downloads that end by themselves; who fetched one is part of the audit trail",
  company_import: "which archive became this company",
  erased_identity: "a restored backup must forget erased people again",
  invoice: "the provider's books",
  invoice_line: "the provider's books",
  provider_audit_log: "the provider's audit trail",
  signup: "where the company came from and which terms were accepted",
  support_access: "who of the provider entered the company",
};

const schema = readFileSync(join(import.meta.dir, "../migrations/system/schema.sql"), "utf8");
const tablesOfCompanies = schema
  .split(/^CREATE /m)
  .filter((statement) => statement.startsWith("TABLE ") && /^ {2}company_id /m.test(statement))
  .map((statement) => statement.split(" ")[1] ?? "");

test("every system table with rows of companies is emptied with its company, or has a stated reason to be kept", () => {
  expect(tablesOfCompanies).toContain("login");
  const byDueList = "scheduled_wakeup";
  const known = [...companyTables(), ...Object.keys(KEPT), byDueList];
  expect(tablesOfCompanies.toSorted()).toEqual(known.toSorted());
});
