import { type Migration, readSnapshot } from "#platform/db/migrate.ts";
import createInstallation from "./0001_create_installation.sql" with { type: "text" };
import createAccounts from "./0002_create_accounts.sql" with { type: "text" };
import createChannels from "./0003_create_channels.sql" with { type: "text" };
import createInbox from "./0004_create_inbox.sql" with { type: "text" };
import createOperations from "./0005_create_operations.sql" with { type: "text" };
import createProvider from "./0006_create_provider.sql" with { type: "text" };
import createCosts from "./0007_create_costs.sql" with { type: "text" };
import createOwnerLinks from "./0008_create_owner_links.sql" with { type: "text" };
import createNumberIncidents from "./0009_create_number_incidents.sql" with { type: "text" };
import addInvoiceKind from "./0010_add_invoice_kind.sql" with { type: "text" };
import addOutages from "./0011_add_outages.sql" with { type: "text" };
import addRestoredAt from "./0012_add_restored_at.sql" with { type: "text" };
import countAttendanceMessages from "./0013_count_attendance_messages.sql" with { type: "text" };
import schema from "./schema.sql" with { type: "text" };

/** Forward only; a line is never changed after a release. */
export const systemMigrations: readonly Migration[] = [
  { name: "0001_create_installation", sql: createInstallation },
  { name: "0002_create_accounts", sql: createAccounts },
  { name: "0003_create_channels", sql: createChannels },
  { name: "0004_create_inbox", sql: createInbox },
  { name: "0005_create_operations", sql: createOperations },
  { name: "0006_create_provider", sql: createProvider },
  { name: "0007_create_costs", sql: createCosts },
  { name: "0008_create_owner_links", sql: createOwnerLinks },
  { name: "0009_create_number_incidents", sql: createNumberIncidents },
  { name: "0010_add_invoice_kind", sql: addInvoiceKind },
  { name: "0011_add_outages", sql: addOutages },
  { name: "0012_add_restored_at", sql: addRestoredAt },
  { name: "0013_count_attendance_messages", sql: countAttendanceMessages },
];

/** For files that do not exist yet. */
export const systemSnapshot = readSnapshot(schema);
