import { and, eq, isNull } from "drizzle-orm";
import { setting } from "#accounts/settings/index.ts";
import type { StartOptions } from "#channels/connections/provider.ts";
import { connection } from "#channels/connections/schema.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { sessionDirectory } from "./directory.ts";

/** The options to open this connection; undefined when it was deleted meanwhile. */
export function startOptions(
  tenant: Tenant,
  connectionId: number,
  pairingNumber: string | undefined,
): StartOptions | undefined {
  const row = tenant.db
    .select({ proxyUrl: connection.proxyUrl, importHistory: connection.importHistory })
    .from(connection)
    .where(and(eq(connection.id, connectionId), isNull(connection.deletedAt)))
    .get();
  if (!row) return undefined;
  const clientVersion = setting(tenant, "waVersion");
  return {
    directory: sessionDirectory(tenant, connectionId),
    mediaDirectory: tenant.mediaDirectory,
    rejectCalls: !setting(tenant, "call"),
    importHistory: row.importHistory,
    allowPrivateProxy: tenant.installation.config.allowPrivateUrls,
    ...(row.proxyUrl !== null && { proxyUrl: tenant.installation.secrets.decrypt(row.proxyUrl) }),
    ...(pairingNumber !== undefined && { pairingNumber }),
    ...(clientVersion !== null && { clientVersion }),
  };
}
