import type { UserActor } from "#tenants/tenant.ts";

/** Active ones are for everybody, the others for super users (docs/rules/team.md#announcements). */
export const canSee = (actor: Pick<UserActor, "super">, row: { readonly active: boolean }): boolean =>
  actor.super || row.active;
