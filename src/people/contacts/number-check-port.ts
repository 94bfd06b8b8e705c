import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Identity } from "./identity.ts";

/** What the network says of a number. `identities` are those of the person, in the form the network uses. */
export interface NumberAnswer {
  readonly exists: boolean;
  readonly identities: readonly Identity[];
}

/**
 * Asks the network about typed digits through an open connection; null = it could not be asked now (no answer
 * within 5 s, the gate of 1 per second and 500 per day is closed, or the session is not open).
 */
export interface NumberCheck {
  check(tenant: Tenant, connectionId: number, number: string): Promise<NumberAnswer | null>;
}

/** Plugged in by the connections. */
export const NumberCheckPort = definePort<NumberCheck>("number-check");
