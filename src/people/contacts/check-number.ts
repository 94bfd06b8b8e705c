import { one, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { checkFailed, noConnection, notConnected } from "./errors.ts";
import type { Identity } from "./identity.ts";
import { matchKey } from "./match-key.ts";
import { type NumberAnswer, NumberCheckPort } from "./number-check-port.ts";
import { openConnection } from "./queries.ts";
import { readTypedNumber } from "./typed-number.ts";

/** docs/rules/contacts.md#number-check: what the network said is believed for 30 days. */
const BELIEVED_MS = 30 * 24 * 60 * 60_000;

const KNOWN = "SELECT found, identities FROM number_check WHERE match_key = ? AND checked_at > ?";
const KEEP = `INSERT INTO number_check (match_key, found, identities, checked_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (match_key) DO UPDATE SET found = excluded.found, identities = excluded.identities,
  checked_at = excluded.checked_at`;
const FORGET = "DELETE FROM number_check WHERE checked_at <= ?";
const NAMED_CONNECTION = "SELECT id, status, channel FROM connection WHERE id = ? AND deleted_at IS NULL";

/**
 * What the network knows of typed digits; null when no connection is open or it did not answer: the number stays
 * unknown and is asked again at the first send.
 */
export async function askNetwork(tenant: Tenant, number: string): Promise<NumberAnswer | null> {
  const known = remembered(tenant, number);
  if (known) return known;
  const connectionId = openConnection(tenant.db);
  return connectionId === undefined ? null : ask(tenant, connectionId, number);
}

/** The same through one connection, which is open; null = it did not answer, or may not be asked now. */
export const askThrough = async (
  tenant: Tenant,
  connectionId: number,
  number: string,
): Promise<NumberAnswer | null> => remembered(tenant, number) ?? (await ask(tenant, connectionId, number));

/**
 * `POST /contacts/check`: asks without saving a contact. `connectionId` null = the default or oldest open one.
 * Throws 400 ERR_VALIDATION, 404 ERR_NO_WAPP_FOUND, 400 ERR_WAPP_NOT_INITIALIZED, 502 ERR_WAPP_CHECK_CONTACT.
 */
export async function checkNumber(
  ctx: UserCtx,
  typed: string,
  connectionId: number | null,
): Promise<{ exists: boolean; number: string }> {
  const { tenant } = ctx;
  const number = readTypedNumber(tenant, typed);
  const through = connectionFor(tenant, connectionId);
  const answer = remembered(tenant, number) ?? (await ask(tenant, through, number));
  if (!answer) throw checkFailed();
  return { exists: answer.exists, number: phoneOf(answer.identities) ?? number };
}

const phoneOf = (identities: readonly Identity[]): string | undefined =>
  identities.find(({ kind }) => kind === "pn")?.value;

function connectionFor(tenant: Tenant, connectionId: number | null): number {
  if (connectionId === null) {
    const open = openConnection(tenant.db);
    if (open === undefined) throw notConnected();
    return open;
  }
  const named = one<{ status: string; channel: string }>(tenant.db, NAMED_CONNECTION, connectionId);
  if (!named) throw noConnection();
  if (named.status !== "CONNECTED" || named.channel !== "whatsapp") throw notConnected();
  return connectionId;
}

/** What the network said within 30 days. */
export function remembered(tenant: Tenant, number: string): NumberAnswer | null {
  const row = one<{ found: number; identities: string }>(
    tenant.db,
    KNOWN,
    matchKey(number),
    tenant.clock.now() - BELIEVED_MS,
  );
  return row ? { exists: row.found === 1, identities: JSON.parse(row.identities) as Identity[] } : null;
}

async function ask(tenant: Tenant, connectionId: number, number: string): Promise<NumberAnswer | null> {
  const answer = await tenant.installation.ports.use(NumberCheckPort).check(tenant, connectionId, number);
  if (answer)
    tenant.write(({ db, now }) => {
      run(db, FORGET, now - BELIEVED_MS);
      const identities = JSON.stringify(answer.identities);
      run(db, KEEP, matchKey(number), answer.exists ? 1 : 0, identities, now);
    });
  return answer;
}
