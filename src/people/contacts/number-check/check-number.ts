import { checkFailed, noConnection, notConnected } from "#people/contacts/errors.ts";
import type { Identity } from "#people/contacts/identities/identity.ts";
import { matchKey } from "#people/contacts/identities/match-key.ts";
import { openConnection } from "#people/contacts/queries.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./number-check.sql.ts";
import { type NumberAnswer, NumberCheckPort } from "./port.ts";
import { readTypedNumber } from "./typed-number.ts";

/** docs/rules/contacts.md#number-check: an answer of the network is valid for 30 days. In ms. */
const ANSWER_VALID_MS = 30 * 24 * 60 * 60_000;

/**
 * The network's answer for typed digits, stored or requested now. Null when no connection is open or the
 * network did not answer: the number stays unknown and is checked again before the first send.
 */
export async function queryNetwork(tenant: Tenant, number: string): Promise<NumberAnswer | null> {
  const known = storedAnswer(tenant, number);
  if (known) return known;
  const connectionId = openConnection(tenant.db);
  return connectionId === undefined ? null : ask(tenant, connectionId, number);
}

/** The same through one open connection; null when it did not answer or its limit is reached. */
export const queryThrough = async (
  tenant: Tenant,
  connectionId: number,
  number: string,
): Promise<NumberAnswer | null> => storedAnswer(tenant, number) ?? (await ask(tenant, connectionId, number));

/**
 * `POST /contacts/check`: checks a number without saving a contact. `connectionId` null = the default or
 * oldest open one. Throws 400 ERR_VALIDATION, 404 ERR_NO_WAPP_FOUND, 400 ERR_WAPP_NOT_INITIALIZED, 502
 * ERR_WAPP_CHECK_CONTACT.
 */
export async function checkNumber(
  ctx: UserCtx,
  typed: string,
  connectionId: number | null,
): Promise<{ exists: boolean; number: string }> {
  const { tenant } = ctx;
  const number = readTypedNumber(tenant, typed);
  const through = connectionFor(tenant, connectionId);
  const answer = storedAnswer(tenant, number) ?? (await ask(tenant, through, number));
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
  const named = queryOne(tenant.db, sql.connectionById, { connectionId });
  if (!named) throw noConnection();
  if (named.status !== "CONNECTED" || named.channel !== "whatsapp") throw notConnected();
  return connectionId;
}

/** The stored answer of the network, at most 30 days old. */
export function storedAnswer(tenant: Tenant, number: string): NumberAnswer | null {
  const row = queryOne(tenant.db, sql.storedAnswer, {
    matchKey: matchKey(number),
    checkedAt: tenant.clock.now() - ANSWER_VALID_MS,
  });
  return row ? { exists: row.found === 1, identities: JSON.parse(row.identities) as Identity[] } : null;
}

async function ask(tenant: Tenant, connectionId: number, number: string): Promise<NumberAnswer | null> {
  const answer = await tenant.installation.ports.use(NumberCheckPort).check(tenant, connectionId, number);
  if (answer)
    tenant.write(({ db, now }) => {
      execute(db, sql.deleteOldAnswers, { checkedAt: now - ANSWER_VALID_MS });
      const identities = JSON.stringify(answer.identities);
      execute(db, sql.storeAnswer, {
        matchKey: matchKey(number),
        found: answer.exists ? 1 : 0,
        identities,
        now,
      });
    });
  return answer;
}
