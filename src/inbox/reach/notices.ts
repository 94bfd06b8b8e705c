import { notifyAdmins } from "#accounts/notices/index.ts";
import { RestrictionChanged } from "#channels/connections/events.ts";
import { findConnection } from "#channels/connections/index.ts";
import type { Installation } from "#tenants/installation.ts";

/** Restrictions without a notice here, because the state of the connection has a notice of its own for them. */
const TOLD_BY_STATE: readonly string[] = ["temp_ban", "locked", "banned"];

/** Notifies the admins when a restriction that the network confirmed begins or ends (docs/rules/reach.md#api). */
export function notifyOfRestrictions({ bus }: Installation): void {
  bus.within(RestrictionChanged, (unit, { connectionId, restriction, change }) => {
    if (change !== "began" && change !== "ended") return;
    if (change === "began" && TOLD_BY_STATE.includes(restriction.kind)) return;
    const code = change === "began" ? "number_restricted" : "number_free";
    notifyAdmins(unit, {
      code,
      details: {
        whatsappId: connectionId,
        name: findConnection(unit.db, connectionId)?.name ?? "",
        kind: restriction.kind,
        endsAt: restriction.endsAt === null ? null : new Date(restriction.endsAt).toISOString(),
      },
      key: `${code}:${restriction.id}:${unit.now}`,
    });
  });
}
