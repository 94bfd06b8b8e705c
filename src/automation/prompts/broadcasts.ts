import type { Installation } from "#tenants/installation.ts";
import { isAdmin, type Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { PromptCreated, PromptDeleted, PromptUpdated } from "./events.ts";
import { presentPrompt } from "./present.ts";
import { findPrompt } from "./queries.ts";

/** Channel `prompt`: to admins (docs/rules/realtime.md#channels). */
export function broadcastPrompts({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, data: { readonly action: string } & Readonly<Record<string, unknown>>) =>
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "prompt", data, audience: isAdmin }]);
  const broadcast = (tenant: Tenant, action: "create" | "update", promptId: number) => {
    const row = findPrompt(tenant.db, promptId);
    if (!row) return;
    const record = presentPrompt(tenant, row);
    publish(tenant, { action, record, prompt: record });
  };
  live.after(PromptCreated, (tenant, { promptId }) => broadcast(tenant, "create", promptId));
  live.after(PromptUpdated, (tenant, { promptId }) => broadcast(tenant, "update", promptId));
  live.after(PromptDeleted, (tenant, { promptId: id }) => publish(tenant, { action: "delete", id }));
}
