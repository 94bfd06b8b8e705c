import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { connectionsTexts } from "./locales/index.ts";
import { statusTone } from "./session-policy.ts";
import { isReason } from "./status-reasons.ts";

/** Status, its reason, and the time of the last event: the status alone does not prove that the network responds. */
export function StatusCell({ connection }: { readonly connection: Connection }) {
  useSignals();
  const t = useText(connectionsTexts);
  const { status, health, lastEventAt, statusReason } = connection;
  const reason =
    status !== "CONNECTED" && status !== "qrcode" && isReason(statusReason) ? statusReason : null;
  const time = lastEventAt ? timeOrDate(lastEventAt) : "";
  return (
    <div className="connection-status">
      <Chip tone={statusTone(status, health)} shape="round">
        <span className="connection-dot" aria-hidden="true" />
        {t(`status.${status}`)}
      </Chip>
      {status === "CONNECTED" ? (
        <small>{lastEventAt ? t(`health.${health}`, { time }) : t("health.never")}</small>
      ) : null}
      {reason ? <small>{t(`reason.${reason}`)}</small> : null}
    </div>
  );
}
