import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ContactIdentity } from "./schema.ts";

/** Identifies a person, as the ledger of erasures does. */
export type PersonKey = Pick<ContactIdentity, "kind" | "scope" | "matchKey">;

/** Returns when one of these people was erased (ms); null = never. Implemented by the feature `privacy`. */
export const ErasedAtPort =
  definePort<(tenant: Tenant, people: readonly PersonKey[]) => number | null>("contact-erased-at");
