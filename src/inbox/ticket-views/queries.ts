import { asc, desc, eq, isNull, or } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import type { ViewAnswer } from "./contract.ts";
import { type TicketView, ticketView } from "./schema.ts";

/** Undefined when the company has no such view; the caller checks the permission. */
export const viewById = (db: Db, id: number): TicketView | undefined =>
  db.select().from(ticketView).where(eq(ticketView.id, id)).get();

/** The shared views, then the personal ones of this user, each in their order; at most 50. */
export const viewsFor = (db: Db, userId: number): readonly TicketView[] =>
  db
    .select()
    .from(ticketView)
    .where(or(isNull(ticketView.ownerId), eq(ticketView.ownerId, userId)))
    .orderBy(desc(isNull(ticketView.ownerId)), asc(ticketView.position), asc(ticketView.id))
    .all();

/** All views of the company. */
export const everyView = (db: Db): readonly TicketView[] => db.select().from(ticketView).all();

export const presentView = (view: TicketView): ViewAnswer => ({
  id: view.id,
  name: view.name,
  icon: view.icon,
  shared: view.ownerId === null,
  queueIds: [...view.queueIds],
  conditions: view.conditions,
  sort: view.sort,
  position: view.position,
});
