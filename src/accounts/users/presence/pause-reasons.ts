import type { Db } from "#platform/db/database.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** The reasons of pauses, provided by the feature of working times (docs/rules/work-times.md#pauses). */
interface PauseReasons {
  /** Undefined for a deleted reason. */
  nameOf(db: Db, id: number): string | undefined;
  /** The reason that a pause gets. Throws 400 ERR_VALIDATION when it is missing but required, or not offered. */
  chosen(tenant: Tenant, reasonId: number | null): number | null;
}

export const PauseReasonsPort = definePort<PauseReasons>("pause reasons");

/** The default without the feature of working times: pauses have no reasons. */
export const NO_REASONS: PauseReasons = { nameOf: () => undefined, chosen: () => null };
