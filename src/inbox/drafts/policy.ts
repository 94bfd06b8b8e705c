import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";

/** Support sessions of the provider have no drafts (docs/rules/drafts.md#private). */
export const mayHaveDrafts = (person: Pick<UserActor, "supportUntil">): boolean => !isSupport(person);
