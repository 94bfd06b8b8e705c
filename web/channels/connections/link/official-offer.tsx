import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";

interface Props {
  /** Reason code for which linking ended. */
  readonly reason: string | null | undefined;
  readonly onOfficial?: (() => void) | undefined;
}

/** After a passkey that failed: offers to use the official number instead. */
export function OfficialOffer({ reason, onOfficial }: Props) {
  const t = useText(connectionsTexts);
  if (!reason?.startsWith("passkey_") || !onOfficial) return null;
  return (
    <Button variant="ghost" onPress={onOfficial}>
      {t("link.official")}
    </Button>
  );
}
