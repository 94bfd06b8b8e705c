import type { Installation } from "#tenants/installation.ts";
import { RealtimePort, type Viewer } from "#tenants/viewer.ts";
import { RuleDeleted, RuleSaved } from "./events.ts";
import { presentRule } from "./present.ts";

const isAdmin = (viewer: Viewer): boolean => viewer.profile === "admin";

/** Broadcasts on channel `rule` to the admins (docs/rules/realtime.md#channels). */
export function broadcastRules({ live, ports }: Installation): void {
  live.after(RuleSaved, (tenant, { before, after }) => {
    const data = { action: before ? "update" : "create", record: presentRule(tenant, after) } as const;
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "rule", data, audience: isAdmin }]);
  });
  live.after(RuleDeleted, (tenant, { rule: { id } }) =>
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: "rule", data: { action: "delete", id }, audience: isAdmin }]),
  );
}
