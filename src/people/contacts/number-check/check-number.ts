import { timeZoneOf } from "#accounts/settings/index.ts";
import { checkFailed, noConnection, notConnected } from "#people/contacts/errors.ts";
import { findOrCreateFromNetwork, type KnownContact } from "#people/contacts/identities/find-or-create.ts";
import { type Identity, identitiesOf, matchKey } from "#people/contacts/identities/identity.ts";
import { countryOfZone, hasLetters, internationalNumber } from "#people/contacts/phone-number/contract.ts";
import { openConnection } from "#people/contacts/queries.ts";
import { contactById } from "#people/contacts/read.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./number-check.sql.ts";
import { type NumberAnswer, NumberCheckPort } from "./port.ts";

/**
 * The digits of a number that an API client sends with its country code. Throws 400 ERR_VALIDATION unless 8
 * to 20 remain.
 */
export const readNumber = (sent: string): string => {
  const bare = sent.trim().replace(PHONE_SUFFIX, "");
  return inLimits(hasLetters(bare) ? "" : bare.replace(/\D/g, ""));
};
/** The two forms of a WhatsApp address that contain a phone; privacy ids end in `@lid`. */
const PHONE_SUFFIX = /@(s\.whatsapp\.net|c\.us)$/;

/**
 * The digits of a typed number, completed with the company's country. Throws 400 ERR_VALIDATION unless 8 to
 * 20 remain. Rule: docs/rules/conversations.md#numbers.
 */
export const readTypedNumber = (tenant: Tenant, typed: string): string =>
  inLimits(internationalNumber(typed, countryOfZone(timeZoneOf(tenant))));

function inLimits(digits: string): string {
  if (digits.length < 8) throw invalidFields({ number: "too_short" });
  if (digits.length > 20) throw invalidFields({ number: "too_long" });
  return digits;
}

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
  return connectionId === undefined ? null : askNetwork(tenant, connectionId, number);
}

/** Like `queryNetwork`, but through this open connection; null when the network did not answer or the limit is reached. */
export const queryThrough = async (
  tenant: Tenant,
  connectionId: number,
  number: string,
): Promise<NumberAnswer | null> =>
  storedAnswer(tenant, number) ?? (await askNetwork(tenant, connectionId, number));

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
  const answer = storedAnswer(tenant, number) ?? (await askNetwork(tenant, through, number));
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

async function askNetwork(
  tenant: Tenant,
  connectionId: number,
  number: string,
): Promise<NumberAnswer | null> {
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
        connectionId,
      });
    });
  return answer;
}

/**
 * Stores the network's answer for a number that was saved as unknown, before the first send (docs/rules/contacts.md#number-check):
 * either the network's form of the address and the person's other identities, or the fact that the number does not exist. Returns
 * the contact to send to (another one when the network shows that they are one person), null when the number does not exist.
 */
export function storeNumberAnswer(
  unit: TenantUnit,
  contactId: number,
  connectionId: number,
  answer: NumberAnswer,
): KnownContact | null {
  if (!answer.exists) {
    execute(unit.db, sql.markPhoneUnknown, { now: unit.now, contactId });
    return null;
  }
  const typed = identitiesOf(unit.db, contactId).find(({ kind }) => kind === "pn");
  const isGroup = contactById(unit.db, contactId)?.isGroup ?? false;
  const phone = answer.identities.find(({ kind }) => kind === "pn");
  const identities = typed
    ? [
        { kind: typed.kind, value: typed.value, address: phone?.address ?? typed.address },
        ...answer.identities.filter(({ kind }) => kind !== "pn"),
      ]
    : answer.identities;
  return findOrCreateFromNetwork(unit, { identities, name: null, isGroup, connectionId });
}
