import type { UserActor } from "#tenants/tenant.ts";

/**
 * Lanes of the board are set by admins and supervisors; the field is ignored for others
 * (docs/rules/tickets.md#board).
 */
export const canSetKanban = (actor: Pick<UserActor, "profile">): boolean =>
  actor.profile === "admin" || actor.profile === "supervisor";
