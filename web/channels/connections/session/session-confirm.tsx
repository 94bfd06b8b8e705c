import { connectionCalls } from "#web/channels/connections/connections-api.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";

interface Props {
  readonly kind: "disconnect" | "renew";
  readonly connection: Connection;
  readonly onClose: () => void;
  readonly onRenewed: () => void;
}

export function SessionConfirm({ kind, connection, onClose, onRenewed }: Props) {
  const t = useText(connectionsTexts);
  const { id, name } = connection;
  if (kind === "disconnect") {
    return (
      <Confirm
        title={t("disconnect.title", { name })}
        confirmLabel={t("session.disconnect")}
        onConfirm={async () => {
          await connectionCalls.disconnect(id);
        }}
        onClose={onClose}
      >
        {t(connection.channel === "whatsapp" ? "disconnect.text" : "facebook.disconnectText")}
      </Confirm>
    );
  }
  return (
    <Confirm
      title={t("renew.title", { name })}
      confirmLabel={t("session.newQr")}
      tone="primary"
      onConfirm={async () => {
        await connectionCalls.renew(id);
        onRenewed();
      }}
      onClose={onClose}
    >
      {t("renew.text")}
    </Confirm>
  );
}
