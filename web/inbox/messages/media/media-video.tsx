import { useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { mediaBox } from "./media-box.ts";
import { MediaMissing } from "./media-missing.tsx";
import { mediaSource } from "./media-source.ts";
import "./media-video.css";

/** A video played in place; only its first frame is loaded before the user presses play. */
export function MediaVideo({ message }: { readonly message: MessageAnswer }) {
  const t = useText(messages);
  const [broken, setBroken] = useState(false);
  const source = mediaSource(message.mediaUrl);
  if (!source || broken) return <MediaMissing message={message} onAgain={() => setBroken(false)} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: customers' videos come without captions
    <video
      className="video"
      style={mediaBox(message.width, message.height)}
      src={source}
      controls
      preload="metadata"
      playsInline
      aria-label={t("media.video")}
      onError={() => setBroken(true)}
    />
  );
}
