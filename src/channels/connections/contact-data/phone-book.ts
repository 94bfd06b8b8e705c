import { and, eq, isNull } from "drizzle-orm";
import { notInitialized, noUsableConnection } from "#channels/connections/errors.ts";
import type { PhoneBookEntry } from "#channels/connections/provider.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { connection } from "#channels/connections/schema.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * Names and numbers in the phone of the default connection, without groups. Throws 400 ERR_NO_DEF_WAPP_FOUND, and 400
 * ERR_WAPP_NOT_INITIALIZED when its session is not open.
 */
export async function phoneBookOfDefault(tenant: Tenant): Promise<readonly PhoneBookEntry[]> {
  const found = tenant.db
    .select({ id: connection.id })
    .from(connection)
    .where(
      and(eq(connection.isDefault, true), eq(connection.channel, "whatsapp"), isNull(connection.deletedAt)),
    )
    .get();
  if (!found) throw noUsableConnection();
  const { ports } = tenant.installation;
  const session = ports.use(SessionsPort).find(tenant.id, found.id);
  const book = session ? await ports.use(ProviderPort).phoneBook(session.key) : null;
  if (!book) throw notInitialized();
  return book;
}
