import { QueueCreated, QueueDeleted } from "#accounts/queues/events.ts";
import { setting, writeSetting } from "#accounts/settings/index.ts";
import { UserCreated, UserDeleted } from "#accounts/users/events.ts";
import { ConnectionDeleted, SessionChanged } from "#channels/connections/events.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import type { Installation } from "#tenants/installation.ts";
import { isAdmin, type Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { STEPS, type Step } from "./contract.ts";
import { countDone, firstStepsOf, isAllDone, lastDone } from "./read.ts";

/** Channel `first-steps`, to admins: steps are marked as done automatically, and the last one ends the list permanently. */
export function listenForSteps({ bus, ports }: Installation): void {
  const look = (tenant: Tenant, step: Step, isDone: boolean) => {
    if (setting(tenant, "firstSteps") === "done") return;
    const before = lastDone(tenant);
    // The step was done before, so no query is needed.
    if (isDone && before?.[step]) return;
    // A step that is no longer done cannot complete the list. It is only broadcast, which needs an open page.
    if (!isDone && !ports.use(RealtimePort).hasListeners(tenant.id)) return;
    const done = countDone(tenant);
    if (before && STEPS.every((id) => before[id] === done[id])) return;
    if (isAllDone(done)) writeSetting(tenant, "firstSteps", "done");
    const data = { action: "update", record: firstStepsOf(tenant) };
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "first-steps", data, audience: isAdmin }]);
  };
  bus.after(SessionChanged, (tenant, { after }) => look(tenant, "connect", after.status === "CONNECTED"));
  bus.after(ConnectionDeleted, (tenant) => look(tenant, "connect", false));
  bus.after(QueueCreated, (tenant) => look(tenant, "queue", true));
  bus.after(QueueDeleted, (tenant) => look(tenant, "queue", false));
  bus.after(UserCreated, (tenant) => look(tenant, "invite", true));
  bus.after(UserDeleted, (tenant) => look(tenant, "invite", false));
  bus.after(MessageCreated, (tenant, { message }) => {
    if (message.fromMe && message.origin === "user") look(tenant, "answer", true);
  });
}
