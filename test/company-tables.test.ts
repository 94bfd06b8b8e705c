import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { companyTables, features } from "#features.ts";

/** Tables of the system file with rows of companies that outlive an erased company, each with its reason. */
const KEPT: Readonly<Record<string, string>> = {
  company_day: "the provider's figures, which name no person",
  company_figure: "the provider's figures, which name no person",
  erased_identity: "a restored backup must forget erased people again",
  charge: "the provider's books, by invoice",
  invoice: "the provider's books",
  invoice_line: "the provider's books",
  invoice_reminder: "the provider's books, by invoice",
  payment: "the provider's books, by invoice",
  signup: "where the company came from and which terms were accepted",
  support_access: "who of the provider entered the company",
};
/** Tables of the cell whose rows name a company, each with the reason why they outlive it. */
const OF_THE_CELL: Readonly<Record<string, string>> = {
  company_arrival: "a company that is not in this cell yet",
  company_move: "which company left the cell: its ids are not given again",
  company_export: "downloads that end by themselves; who fetched one is part of the audit trail",
  company_import: "which archive became this company",
  provider_audit_log: "the provider's audit trail",
  scheduled_wakeup: "removed with the due work of the company",
};

const schema = readFileSync(join(import.meta.dir, "../migrations/system/schema.sql"), "utf8");
const tablesOfCompanies = schema
  .split(/^CREATE /m)
  .filter((statement) => statement.startsWith("TABLE ") && /^ {2}company_id /m.test(statement))
  .map((statement) => statement.split(" ")[1] ?? "");

test("every system table with rows of companies is emptied with its company, or has a stated reason to be kept", () => {
  expect(tablesOfCompanies).toContain("login");
  const kept = features.flatMap(({ keptCompanyTables }) => keptCompanyTables ?? []);
  expect(kept.toSorted()).toEqual(Object.keys(KEPT).toSorted());
  const byInvoice = ["charge", "invoice_reminder", "payment"];
  const known = [...companyTables(), ...kept, ...Object.keys(OF_THE_CELL)];
  expect(tablesOfCompanies.toSorted()).toEqual(
    known.filter((table) => !byInvoice.includes(table)).toSorted(),
  );
});
