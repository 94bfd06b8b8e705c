import type { Migration } from "#platform/db/migrate.ts";
import createInstallation from "./0001_create_installation.sql" with { type: "text" };
import addCompanyHours from "./0002_add_company_hours.sql" with { type: "text" };
import createHelp from "./0003_create_help.sql" with { type: "text" };
import addCompanyAdministration from "./0004_add_company_administration.sql" with { type: "text" };
import createBilling from "./0005_create_billing.sql" with { type: "text" };
import createAnnouncement from "./0006_create_announcement.sql" with { type: "text" };
import addSignup from "./0007_add_signup.sql" with { type: "text" };
import addEmailConfirmation from "./0008_add_email_confirmation.sql" with { type: "text" };
import createBackup from "./0009_create_backup.sql" with { type: "text" };
import addMetaRoute from "./0010_add_meta_route.sql" with { type: "text" };
import createApiKeyOwner from "./0011_create_api_key_owner.sql" with { type: "text" };
import addStorageLimit from "./0012_add_storage_limit.sql" with { type: "text" };
import createProviderLine from "./0013_create_provider_line.sql" with { type: "text" };
import createImportedThing from "./0014_create_imported_thing.sql" with { type: "text" };
import createBrand from "./0015_create_brand.sql" with { type: "text" };
import createCertificate from "./0016_create_certificate.sql" with { type: "text" };
import createPush from "./0017_create_push.sql" with { type: "text" };
import addMetaBusiness from "./0018_add_meta_business.sql" with { type: "text" };
import addBrandRow from "./0019_add_brand_row.sql" with { type: "text" };
import createCompanyImport from "./0021_create_company_import.sql" with { type: "text" };
import createErasureLedger from "./0022_create_erasure_ledger.sql" with { type: "text" };
import addSuperSession from "./0023_add_super_session.sql" with { type: "text" };
import createWaitingSignup from "./0032_create_waiting_signup.sql" with { type: "text" };

/** Forward only; a line is never changed after a release. */
export const systemMigrations: readonly Migration[] = [
  { name: "0001_create_installation", sql: createInstallation },
  { name: "0002_add_company_hours", sql: addCompanyHours },
  { name: "0003_create_help", sql: createHelp },
  { name: "0004_add_company_administration", sql: addCompanyAdministration },
  { name: "0005_create_billing", sql: createBilling },
  { name: "0006_create_announcement", sql: createAnnouncement },
  { name: "0007_add_signup", sql: addSignup },
  { name: "0008_add_email_confirmation", sql: addEmailConfirmation },
  { name: "0009_create_backup", sql: createBackup },
  { name: "0010_add_meta_route", sql: addMetaRoute },
  { name: "0011_create_api_key_owner", sql: createApiKeyOwner },
  { name: "0012_add_storage_limit", sql: addStorageLimit },
  { name: "0013_create_provider_line", sql: createProviderLine },
  { name: "0014_create_imported_thing", sql: createImportedThing },
  { name: "0015_create_brand", sql: createBrand },
  { name: "0016_create_certificate", sql: createCertificate },
  { name: "0017_create_push", sql: createPush },
  { name: "0018_add_meta_business", sql: addMetaBusiness },
  { name: "0019_add_brand_row", sql: addBrandRow },
  { name: "0021_create_company_import", sql: createCompanyImport },
  { name: "0022_create_erasure_ledger", sql: createErasureLedger },
  { name: "0023_add_super_session", sql: addSuperSession },
  { name: "0032_create_waiting_signup", sql: createWaitingSignup },
];
