import type { UserActor } from "#tenants/tenant.ts";

/** Lanes of the board are set by admins and supervisors; what others send is ignored (behaviour 6). */
export const canSetKanban = (actor: Pick<UserActor, "profile">): boolean =>
  actor.profile === "admin" || actor.profile === "supervisor";
