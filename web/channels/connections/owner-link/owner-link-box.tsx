import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import type { OwnerLinkAnswer } from "#channels/connections/linking/contract.ts";
import { passkeyTexts } from "#web/channels/connections/passkey/locales/index.ts";
import { ownerLinkCalls } from "#web/channels/connections/passkey/passkey-calls.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatTime } from "#web/lib/format/dates.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import "#web/channels/connections/passkey/passkey.css";

/** Creates a link with which the owner of the phone links this connection (docs/rules/linking.md#owner-link). */
export const OwnerLinkBox = ({ connectionId }: { readonly connectionId: number }) =>
  maySetSecrets() ? <NewLink connectionId={connectionId} /> : null;

function NewLink({ connectionId }: { readonly connectionId: number }) {
  const t = useText(passkeyTexts);
  const [link, setLink] = useState<OwnerLinkAnswer | null>(null);
  const [isWorking, setWorking] = useState(false);
  const create = async () => {
    setWorking(true);
    await ownerLinkCalls.create(connectionId).then(setLink, toast.failure);
    setWorking(false);
  };
  if (!link)
    return (
      <div className="owner-link">
        <small>{t("owner.help")}</small>
        <Button variant="ghost" isPending={isWorking} onPress={() => void create()}>
          {t("owner.button")}
        </Button>
      </div>
    );
  // Without a public address the server answers with a path.
  const address = new URL(link.url, window.location.origin).href;
  const copy = () =>
    navigator.clipboard.writeText(address).then(() => toast.success(t("owner.copied")), toast.failure);
  return (
    <div className="owner-link">
      <div className="owner-link-address">
        <TextField label={t("owner.address")} value={address} isReadOnly autoFocus />
        <Button icon={<Copy aria-hidden="true" />} onPress={() => void copy()}>
          {t("owner.copy")}
        </Button>
      </div>
      <small role="status">{t("owner.until", { time: formatTime(link.expiresAt) })}</small>
    </div>
  );
}
