import { notInitialized, noUsableConnection } from "#channels/connections/errors.ts";
import type { PhoneBookEntry } from "#channels/connections/provider.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import { one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";

const DEFAULT = `SELECT id FROM connection WHERE is_default = 1 AND channel = 'whatsapp' AND deleted_at IS NULL`;

/**
 * Names and numbers the phone of the default connection knows; groups are left out. Throws
 * 400 ERR_NO_DEF_WAPP_FOUND, 400 ERR_WAPP_NOT_INITIALIZED when it is not open.
 */
export async function phoneBookOfDefault(tenant: Tenant): Promise<readonly PhoneBookEntry[]> {
  const found = one<{ id: number }>(tenant.db, DEFAULT);
  if (!found) throw noUsableConnection();
  const { ports } = tenant.installation;
  const session = ports.use(SessionsPort).find(tenant.id, found.id);
  const book = session ? await ports.use(ProviderPort).phoneBook(session.key) : null;
  if (!book) throw notInitialized();
  return book;
}
