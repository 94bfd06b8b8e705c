import { type SettingKey, setting } from "#accounts/settings/index.ts";
import type { BillingSystem } from "#automation/integrations/contract.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** The settings a system cannot be asked without (docs/rules/integrations.md#billing-look-ups). */
const NEEDED = {
  ixc: ["ipixc", "tokenixc"],
  mkauth: ["ipmkauth", "clientidmkauth", "clientsecretmkauth"],
  asaas: ["asaas"],
} as const satisfies Record<BillingSystem, readonly SettingKey[]>;

export const hasCredentials = (tenant: Tenant, system: BillingSystem): boolean =>
  NEEDED[system].every((key) => setting(tenant, key).trim() !== "");

/** An address as typed, without what every call adds. */
export const baseOf = (typed: string, ending: RegExp): string =>
  typed.trim().replace(/\/+$/, "").replace(ending, "");
