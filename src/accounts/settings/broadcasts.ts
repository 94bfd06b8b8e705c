import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { definitionOf, type SettingKey } from "./catalogue.ts";
import { SettingChanged } from "./events.ts";
import { canReadSetting } from "./policy.ts";
import { presentSetting } from "./present.ts";

/**
 * Broadcasts on channel `setting` to users who may read the key; secrets are never broadcast
 * (docs/rules/realtime.md#channels).
 */
export function broadcastSettings({ live, ports }: Installation): void {
  live.after(SettingChanged, (tenant, { key }) => {
    const definition = definitionOf(key);
    if (!definition || definition.secret) return;
    ports.use(RealtimePort).publish(tenant.id, [
      {
        channel: "setting",
        data: { action: "update", setting: presentSetting(tenant, key as SettingKey) },
        audience: (viewer) => canReadSetting(viewer, definition),
      },
    ]);
  });
}
