import type { UserActor } from "#tenants/tenant.ts";

/** All users see active announcements; super users see all (docs/rules/team.md#announcements). */
export const canSee = (actor: Pick<UserActor, "super">, row: { readonly active: boolean }): boolean =>
  actor.super || row.active;
