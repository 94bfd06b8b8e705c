import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { askThrough } from "./check-number.ts";
import { invalidContact } from "./errors.ts";
import { findOrCreateFromNetwork, type KnownContact } from "./find-or-create.ts";
import { findIdentity, type Identity } from "./identity.ts";
import type { NumberAnswer } from "./number-check-port.ts";
import { identitiesOfNumber } from "./typed-identity.ts";

/** Digits, or the id of a group ending in `@g.us`, and what the network said of them (null = not asked). */
export interface Addressee {
  readonly identity: Identity;
  readonly isGroup: boolean;
  readonly answer: NumberAnswer | null;
}

const GROUP = /^[\d-]{5,40}@g\.us$/;
export const isGroupAddress = (typed: string): boolean => GROUP.test(typed);

/**
 * Who typed digits or a group id stand for. A number we do not know is checked through this connection (behaviour
 * 1.3); where that cannot be done now it stays unknown and is asked again before it is sent to. Throws
 * 400 ERR_WAPP_INVALID_CONTACT when the network has nobody under it.
 */
export async function addresseeOf(tenant: Tenant, connectionId: number, number: string): Promise<Addressee> {
  if (isGroupAddress(number))
    return { identity: { kind: "group", value: number, address: number }, isGroup: true, answer: null };
  const identity: Identity = { kind: "pn", value: number, address: `${number}@s.whatsapp.net` };
  if (findIdentity(tenant.db, identity)?.existsState === "yes")
    return { identity, isGroup: false, answer: null };
  const answer = await askThrough(tenant, connectionId, number);
  if (answer && !answer.exists) throw invalidContact();
  return { identity, isGroup: false, answer };
}

/** The contact of an addressee, made when nobody has the number yet. */
export function contactOfAddressee(
  unit: TenantUnit,
  { identity, isGroup, answer }: Addressee,
  connectionId: number,
): KnownContact {
  const person = { name: null, isGroup, connectionId } as const;
  const identities = answer ? identitiesOfNumber(identity.value, answer).identities : [identity];
  const known = answer || isGroup ? undefined : findIdentity(unit.db, identity);
  return findOrCreateFromNetwork(unit, {
    ...person,
    identities: known ? [{ ...identity, address: known.address }] : identities,
    exists: answer || isGroup ? "yes" : "unknown",
  });
}
