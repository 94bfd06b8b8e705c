import CloudOff from "lucide-react/icons/cloud-off";
import LoaderCircle from "lucide-react/icons/loader-circle";
import { useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { useStream } from "#web/inbox/messages/stream/stream-context.ts";
import "./media-missing.css";

/**
 * Replaces a file that is still being fetched from the network, or could not be fetched or opened; then the user can retry.
 * `onAgain` shows the file again after a retry.
 */
export function MediaMissing({
  message,
  onAgain,
}: {
  readonly message: MessageAnswer;
  readonly onAgain?: () => void;
}) {
  const t = useText(messages);
  const { download } = useStream();
  const [isAsking, setAsking] = useState(false);
  const pending = message.mediaState === "pending" || isAsking;
  return (
    <span className="media-missing">
      {pending ? (
        <LoaderCircle className="media-missing-turn" aria-hidden="true" />
      ) : (
        <CloudOff aria-hidden="true" />
      )}
      {t(pending ? "media.pending" : message.mediaState === "no_room" ? "media.noRoom" : "media.missing")}
      {download && !pending ? (
        <button
          type="button"
          onClick={() => {
            setAsking(true);
            void download(message).finally(() => {
              setAsking(false);
              onAgain?.();
            });
          }}
        >
          {t("media.downloadAgain")}
        </button>
      ) : null}
    </span>
  );
}
