import { asc, eq, isNull, or } from "drizzle-orm";
import { presentFiles } from "#automation/ticket-actions/index.ts";
import { visibleTicket } from "#inbox/tickets/index.ts";
import type { Db } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { MacroAnswer } from "./contract.ts";
import { canSee, isFor } from "./policy.ts";
import { type Macro, macro } from "./schema.ts";

/** Undefined when the company has no such macro; the caller checks the permission. */
export const macroById = (db: Db, id: number): Macro | undefined =>
  db.select().from(macro).where(eq(macro.id, id)).get();

/** The macro if the caller may see it. Throws 404 ERR_NOT_FOUND. */
export function visibleMacro({ tenant, actor }: UserCtx, id: number): Macro {
  const found = macroById(tenant.db, id);
  if (!found || !canSee(actor, found)) throw notFound();
  return found;
}

/** The shared macros and the personal ones of this user, by name. */
export const macrosFor = (db: Db, userId: number): readonly Macro[] =>
  db
    .select()
    .from(macro)
    .where(or(isNull(macro.ownerId), eq(macro.ownerId, userId)))
    .orderBy(asc(macro.name), asc(macro.id))
    .all();

/** All macros of the company. */
export const everyMacro = (db: Db): readonly Macro[] => db.select().from(macro).all();

/**
 * `GET /macros`: what the caller sees; with a ticket what can be run there (docs/rules/macros.md#rights). Throws 404
 * ERR_NO_TICKET_FOUND.
 */
export function listMacros(ctx: UserCtx, ticketId: number | undefined): MacroAnswer[] {
  const { tenant, actor } = ctx;
  const ticket = ticketId === undefined ? undefined : visibleTicket(ctx, ticketId);
  return macrosFor(tenant.db, actor.id)
    .filter((one) => canSee(actor, one) && (!ticket || isFor(one, ticket.queueId)))
    .map((one) => presentMacro(tenant, one));
}

export const presentMacro = (tenant: Tenant, row: Macro): MacroAnswer => ({
  id: row.id,
  name: row.name,
  description: row.description,
  shared: row.ownerId === null,
  queueIds: [...row.queueIds],
  actions: [...row.actions],
  files: presentFiles(tenant, row.actions),
  digit: row.digit,
  active: row.active,
  lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
});
