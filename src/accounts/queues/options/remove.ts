import { eq } from "drizzle-orm";
import { noOption } from "#accounts/queues/errors.ts";
import { QueueUpdated } from "#accounts/queues/events.ts";
import { queueFiles } from "#accounts/queues/files.ts";
import { queueOption } from "#accounts/queues/schema.ts";
import { noPermission } from "#platform/errors.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import { findOption, subtreeOf } from "./queries.ts";

/**
 * Admins delete a node with its descendants and their files; customers at such a node get the root at their
 * next message (docs/rules/queue-menu.md#options). Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION.
 */
export function deleteOption({ tenant, actor }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const node = findOption(unit.db, id);
    if (!node) throw noOption();
    if (!isAdmin(actor)) throw noPermission();
    const branch = subtreeOf(unit.db, id);
    unit.db.delete(queueOption).where(eq(queueOption.id, id)).run();
    for (const { mediaId } of branch) if (mediaId !== null) queueFiles(tenant).remove(unit, mediaId);
    unit.emit(QueueUpdated, { queueId: node.queueId });
  });
}
