import type { Migration } from "#platform/db/migrate.ts";
import createAccounts from "./0001_create_accounts.sql" with { type: "text" };
import createPeople from "./0002_create_people.sql" with { type: "text" };
import createChannels from "./0003_create_channels.sql" with { type: "text" };
import createTickets from "./0004_create_tickets.sql" with { type: "text" };
import createMessages from "./0005_create_messages.sql" with { type: "text" };
import createInbox from "./0006_create_inbox.sql" with { type: "text" };
import createMetrics from "./0007_create_metrics.sql" with { type: "text" };
import createAutomation from "./0008_create_automation.sql" with { type: "text" };
import createOutreach from "./0009_create_outreach.sql" with { type: "text" };
import createOperations from "./0010_create_operations.sql" with { type: "text" };
import createProvider from "./0011_create_provider.sql" with { type: "text" };
import createReadReceipts from "./0012_create_read_receipts.sql" with { type: "text" };
import createMessageMoves from "./0013_create_message_moves.sql" with { type: "text" };

/** Forward only; a line is never changed after a release. */
export const tenantMigrations: readonly Migration[] = [
  { name: "0001_create_accounts", sql: createAccounts },
  { name: "0002_create_people", sql: createPeople },
  { name: "0003_create_channels", sql: createChannels },
  { name: "0004_create_tickets", sql: createTickets },
  { name: "0005_create_messages", sql: createMessages },
  { name: "0006_create_inbox", sql: createInbox },
  { name: "0007_create_metrics", sql: createMetrics },
  { name: "0008_create_automation", sql: createAutomation },
  { name: "0009_create_outreach", sql: createOutreach },
  { name: "0010_create_operations", sql: createOperations },
  { name: "0011_create_provider", sql: createProvider },
  { name: "0012_create_read_receipts", sql: createReadReceipts },
  { name: "0013_create_message_moves", sql: createMessageMoves },
];
