import { isSupport } from "#tenants/policy.ts";
import type { UserActor } from "#tenants/tenant.ts";
import { MOST_OF_ATTENDANTS, MOST_TICKETS } from "./contract.ts";

/** The provider's support starts no runs (docs/rules/bulk-actions.md#rights). */
export const mayRunBulk = (person: Pick<UserActor, "supportUntil">): boolean => !isSupport(person);

/** The most tickets that a run of this user may have. */
export const mostTickets = ({ profile }: Pick<UserActor, "profile">): number =>
  profile === "admin" || profile === "supervisor" ? MOST_TICKETS : MOST_OF_ATTENDANTS;
