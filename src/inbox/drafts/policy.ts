import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";

/** The provider's support owns nothing personal (docs/rules/drafts.md#private). */
export const mayHaveDrafts = (person: Pick<UserActor, "supportUntil">): boolean => !isSupport(person);
