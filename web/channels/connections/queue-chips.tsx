import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { connectionsTexts } from "./locales/index.ts";

/** The queues of a connection, with a warning when their setup is wrong. */
export function QueueChips({ connection }: { readonly connection: Connection }) {
  const t = useText(connectionsTexts);
  return (
    <div className="connection-queues">
      {connection.queues.length === 0 ? <Chip>{t("row.noQueue")}</Chip> : null}
      {connection.queues.map((queue) => (
        <Chip key={queue.id} color={queue.color}>
          {queue.name}
        </Chip>
      ))}
      {connection.warnings?.includes("sendIdQueue") ? (
        <Chip tone="waiting" icon={<TriangleAlert aria-hidden="true" />}>
          {t("row.strayRedirect")}
        </Chip>
      ) : null}
    </div>
  );
}
