import { eq } from "drizzle-orm";
import * as v from "valibot";
import { PreferencesChanged, UserDeleted } from "#accounts/users/events.ts";
import { userPreference } from "#accounts/users/schema.ts";
import type { Db } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { DEFAULT_PREFERENCES, Preferences, type PreferencesBody } from "./contract.ts";

/** Preferences of a user; a value that is not stored, or no longer valid, is the default. */
export function preferencesOf(db: Db, userId: number): Preferences {
  const rows = db.select().from(userPreference).where(eq(userPreference.userId, userId)).all();
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
  const valid = Object.entries(Preferences.entries).flatMap(([key, schema]) => {
    const { success, output } = v.safeParse(schema, stored[key]);
    return success ? [[key, output]] : [];
  });
  return { ...DEFAULT_PREFERENCES, ...Object.fromEntries(valid) };
}

const UNDO_SEND = "undo-send";

/** How long a message of the user can be undone, ms; 0 in support sessions. Cached, because every send reads it. */
export function undoSendMs({ tenant, actor }: UserCtx): number {
  if (isSupport(actor)) return 0;
  const seconds = tenant.cached(UNDO_SEND, () => {
    const { userId, value } = userPreference;
    const rows = tenant.db.select({ userId, value }).from(userPreference);
    return new Map(
      rows
        .where(eq(userPreference.key, "undoSendSeconds"))
        .all()
        .map((row) => [row.userId, Number(row.value)]),
    );
  });
  return (seconds.get(actor.id) ?? 0) * 1000;
}

/**
 * `PUT /users/me/preferences`: changes the caller's preferences (docs/rules/notifications.md#preferences). Not for the
 * provider's support, which the route refuses.
 */
export function savePreferences({ tenant, actor }: UserCtx, changes: PreferencesBody): Preferences {
  tenant.write((unit) => {
    for (const [key, changed] of Object.entries(changes)) {
      const value = JSON.stringify(changed);
      unit.db
        .insert(userPreference)
        .values({ userId: actor.id, key, value, updatedAt: unit.now })
        .onConflictDoUpdate({
          target: [userPreference.userId, userPreference.key],
          set: { value, updatedAt: unit.now },
        })
        .run();
    }
    if (changes.undoSendSeconds !== undefined) unit.afterCommit(() => unit.tenant.drop(UNDO_SEND));
    unit.emit(PreferencesChanged, { userId: actor.id, changes });
  });
  return preferencesOf(tenant.db, actor.id);
}

/** Broadcasts changes on channel `preference` to the user's pages; deletes the preferences of a deleted user. */
export function followPreferences({ bus, live, ports }: Installation): void {
  live.after(PreferencesChanged, (tenant, { userId, changes }) =>
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "preference",
        data: { action: "update", preferences: changes },
        audience: (viewer) => viewer.id === userId && !isSupport(viewer),
      },
    ]),
  );
  bus.within(UserDeleted, (unit, { userId }) => {
    unit.db.delete(userPreference).where(eq(userPreference.userId, userId)).run();
  });
}
