import type { Identity } from "#people/contacts/identities/identity.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** The network's answer for a number. `identities` belong to the person, in the network's format. */
export interface NumberAnswer {
  readonly exists: boolean;
  readonly identities: readonly Identity[];
}

/**
 * Queries the network about typed digits through an open connection; null when that is not possible now (no
 * answer within 5 s, the limit of 1 per second and 500 per day is reached, or the session is not open).
 */
export interface NumberCheck {
  check(tenant: Tenant, connectionId: number, number: string): Promise<NumberAnswer | null>;
}

/** Implemented by the connections feature. */
export const NumberCheckPort = definePort<NumberCheck>("number-check");
