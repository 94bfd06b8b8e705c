import { and, eq, isNotNull } from "drizzle-orm";
import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./prompts.sql.ts";
import { aiRun } from "./schema.ts";

/** Deletes the traces that name an erased contact; the run and its tokens stay. */
export function eraseTraces({ bus }: Installation): void {
  bus.within(ContactTracesErasing, ({ db }, { traces }) => {
    for (const name of traces.names) execute(db, sql.clearNaming, { name });
  });
  bus.within(
    ContactsCleared,
    ({ db }) => void db.update(aiRun).set({ trace: null }).where(isNotNull(aiRun.trace)).run(),
  );
}

/** Deletes the traces of a ticket together with its messages. */
export const forgetTraces = (unit: TenantUnit, ticketId: number): void =>
  void unit.db
    .update(aiRun)
    .set({ trace: null })
    .where(and(eq(aiRun.ticketId, ticketId), isNotNull(aiRun.trace)))
    .run();
