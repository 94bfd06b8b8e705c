import { eq } from "drizzle-orm";
import { refusingTaken } from "#platform/db/constraint.ts";
import { AppError, noPermission, notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { HelpBody, UpdateHelpBody } from "./contract.ts";
import { type HelpRow, help } from "./schema.ts";

/** Super users add help videos. Throws 403 ERR_NO_PERMISSION, 409 ERR_NAME_IN_USE. */
export function createHelp(ctx: UserCtx, fields: HelpBody): HelpRow {
  const { system, clock } = provider(ctx);
  const now = clock.now();
  return named(ctx, () =>
    system
      .insert(help)
      .values({ ...fields, createdAt: now, updatedAt: now })
      .returning()
      .get(),
  );
}

/** Super users change help videos. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 409 ERR_NAME_IN_USE. */
export function updateHelp(ctx: UserCtx, id: number, fields: UpdateHelpBody): HelpRow {
  const { system, clock } = provider(ctx);
  const changed = named(ctx, () =>
    system
      .update(help)
      .set({ ...fields, updatedAt: clock.now() })
      .where(eq(help.id, id))
      .returning()
      .get(),
  );
  if (!changed) throw notFound();
  return changed;
}

/** Super users delete help videos. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND. */
export function deleteHelp(ctx: UserCtx, id: number): void {
  const { system } = provider(ctx);
  const { changes } = ctx.tenant.writeSystem(() => system.delete(help).where(eq(help.id, id)).run());
  if (changes === 0) throw notFound();
}

/** The installation, for super users; help videos belong to the provider, not to the caller's company. */
function provider({ tenant, actor }: UserCtx) {
  if (!actor.super) throw noPermission();
  return tenant.installation;
}

const named = <T>({ tenant }: UserCtx, work: () => T): T =>
  refusingTaken(() => tenant.writeSystem(work), { "help.title": () => new AppError(409, "ERR_NAME_IN_USE") });
