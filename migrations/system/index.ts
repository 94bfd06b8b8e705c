import type { Migration } from "#platform/db/migrate.ts";
import createInstallation from "./0001_create_installation.sql" with { type: "text" };
import createAccounts from "./0002_create_accounts.sql" with { type: "text" };
import createChannels from "./0003_create_channels.sql" with { type: "text" };
import createInbox from "./0004_create_inbox.sql" with { type: "text" };
import createOperations from "./0005_create_operations.sql" with { type: "text" };
import createProvider from "./0006_create_provider.sql" with { type: "text" };

/** Forward only; a line is never changed after a release. */
export const systemMigrations: readonly Migration[] = [
  { name: "0001_create_installation", sql: createInstallation },
  { name: "0002_create_accounts", sql: createAccounts },
  { name: "0003_create_channels", sql: createChannels },
  { name: "0004_create_inbox", sql: createInbox },
  { name: "0005_create_operations", sql: createOperations },
  { name: "0006_create_provider", sql: createProvider },
];
