import { QueueDeleting, QueueEmptying } from "#accounts/queues/events.ts";
import { ResolutionDeleting } from "#inbox/tickets/events.ts";
import { FieldDeleting } from "#people/fields/events.ts";
import { fieldById } from "#people/fields/index.ts";
import { TagDeleting } from "#people/tags/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ConditionUsersPort, type Reference, refuseWhileUsed, releaseReference } from "./references.ts";

/** Conditions on tickets, which views, SLA policies, rules and reports share (docs/rules/conditions.md). */
export const conditions = defineFeature({
  name: "conditions",
  listen({ bus, ports }) {
    const users = () => ports.find(ConditionUsersPort)?.values() ?? [];
    const release = (unit: TenantUnit, reference: Reference) => releaseReference(users(), unit, reference);
    bus.within(TagDeleting, (unit, { tagId: id }) => release(unit, { kind: "tag", id }));
    bus.within(ResolutionDeleting, (unit, { resolutionId: id }) => release(unit, { kind: "resolution", id }));
    bus.within(FieldDeleting, (unit, { fieldId }) => {
      const field = fieldById(unit.db, fieldId);
      if (field) release(unit, { kind: "field", id: field.key });
    });
    // Checked before the tickets of the queue move to another queue.
    bus.within(QueueEmptying, (unit, { queueId: id }) =>
      refuseWhileUsed(users(), unit, { kind: "queue", id }),
    );
    bus.within(QueueDeleting, (unit, { queueId: id }) => release(unit, { kind: "queue", id }));
  },
});
