import { ContactDeleted, ContactsCleared } from "#contacts/events.ts";
import { truncateLog } from "#platform/db/checkpoint/checkpoints.ts";
import type { Installation } from "#tenants/installation.ts";

/** Behind an erasure the log of the database is folded in, so that no older page with the person is left on the disk. */
export function foldLogAfterErasures({ bus }: Installation): void {
  bus.after(ContactDeleted, ({ db }, { withAll }) => {
    if (!withAll) truncateLog(db.$client);
  });
  bus.after(ContactsCleared, ({ db }) => truncateLog(db.$client));
}
