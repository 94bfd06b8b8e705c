import { useState } from "react";
import { connectionCalls } from "#web/channels/connections/connections-api.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import type { Open } from "#web/channels/connections/page.tsx";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { maySetSecrets, session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type SessionButton, sessionButtons } from "./session-policy.ts";

interface Props {
  readonly connection: Connection;
  readonly onOpen: (open: Open) => void;
}

const PRIMARY: readonly SessionButton[] = ["qrCode", "passkey", "connectAgain"];

/** Buttons of a WhatsApp session by its status, for users with permission. */
export function SessionButtons({ connection, onOpen }: Props) {
  const t = useText(connectionsTexts);
  const [working, setWorking] = useState(false);
  if (!session.can("connections-page:actionButtons")) return null;
  const { id, status, channel, statusReason = null, linkedAt, provider } = connection;
  const isOfficial = provider === "cloud";
  const start = async () => {
    setWorking(true);
    try {
      await connectionCalls.start(id);
      if (!linkedAt && !isOfficial) onOpen({ kind: "link", id });
    } catch (error) {
      toast.failure(error);
    } finally {
      setWorking(false);
    }
  };
  const press: Readonly<Record<SessionButton, () => void>> = {
    qrCode: () => onOpen({ kind: "link", id }),
    passkey: () => onOpen({ kind: "link", id }),
    tryAgain: () => void start(),
    newQr: () => onOpen({ kind: "renew", id }),
    disconnect: () => onOpen({ kind: "disconnect", id }),
    connecting: () => undefined,
    connectAgain: () =>
      onOpen(
        isOfficial
          ? { kind: "official", id }
          : { kind: "facebook", addInstagram: connection.channel === "instagram" },
      ),
  };
  return (
    <div className="connection-session">
      {sessionButtons(status, channel, provider, statusReason).map((button) => (
        <Button
          key={button}
          size="s"
          variant={PRIMARY.includes(button) ? "primary" : "secondary"}
          isDisabled={button === "connecting" || (button === "connectAgain" && !maySetSecrets())}
          isPending={button === "tryAgain" && working}
          onPress={press[button]}
        >
          {t(`session.${button}`)}
        </Button>
      ))}
      {connection.channel === "whatsapp" && session.user.value?.profile === "admin" ? (
        <Button size="s" variant="ghost" onPress={() => onOpen({ kind: "health", id })}>
          {t("session.health")}
        </Button>
      ) : null}
      {isOfficial ? (
        <>
          <Button size="s" onPress={() => onOpen({ kind: "templates", id })}>
            {t("official.templates")}
          </Button>
          <Button size="s" onPress={() => onOpen({ kind: "state", id })}>
            {t("official.state")}
          </Button>
        </>
      ) : null}
    </div>
  );
}
