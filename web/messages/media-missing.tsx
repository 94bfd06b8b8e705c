import CloudOff from "lucide-react/icons/cloud-off";
import LoaderCircle from "lucide-react/icons/loader-circle";
import type { MessageAnswer } from "#messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "./locales/index.ts";
import "./media-missing.css";

/** Stands in for a file that is still being fetched from the network, or that it gave up. */
export function MediaMissing({ message }: { readonly message: Pick<MessageAnswer, "mediaState"> }) {
  const t = useText(messages);
  const pending = message.mediaState === "pending";
  return (
    <span className="media-missing">
      {pending ? (
        <LoaderCircle className="media-missing-turn" aria-hidden="true" />
      ) : (
        <CloudOff aria-hidden="true" />
      )}
      {t(pending ? "media.pending" : "media.missing")}
    </span>
  );
}
