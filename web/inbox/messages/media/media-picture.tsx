import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { showPictures } from "./lightbox-model.ts";
import { mediaBox } from "./media-box.ts";
import { MediaMissing } from "./media-missing.tsx";
import { mediaSource } from "./media-source.ts";
import "./media-picture.css";

/** A picture in its bubble; a press opens the large view with all pictures of the conversation. */
export function MediaPicture({ message }: { readonly message: MessageAnswer }) {
  useSignals();
  const t = useText(messages);
  const [broken, setBroken] = useState(false);
  const source = mediaSource(message.mediaUrl);
  if (!source || broken) return <MediaMissing message={message} onAgain={() => setBroken(false)} />;
  return (
    <button
      type="button"
      className="picture"
      style={mediaBox(message.width, message.height)}
      aria-label={t("media.openImage")}
      onClick={() => showPictures(message.id)}
    >
      <img src={source} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
    </button>
  );
}

/** A sticker: only the picture, without a background. */
export function MediaSticker({ message }: { readonly message: MessageAnswer }) {
  useSignals();
  const t = useText(messages);
  const [broken, setBroken] = useState(false);
  const source = mediaSource(message.mediaUrl);
  if (!source || broken) return <MediaMissing message={message} onAgain={() => setBroken(false)} />;
  return (
    <img
      className="sticker"
      src={source}
      alt={t("preview.sticker")}
      width={STICKER_PX}
      height={STICKER_PX}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}

/** Edge of a sticker on the page, px; stickers are sent with 512. */
const STICKER_PX = 160;

/** An album shows this many pictures, then the number of the others. */
const ALBUM_SHOWN = 4;

/** An album: pictures that were sent together. */
export function MediaAlbum({ pictures }: { readonly pictures: readonly MessageAnswer[] }) {
  const t = useText(messages);
  const rest = pictures.length - ALBUM_SHOWN;
  return (
    <div className="album">
      {pictures.slice(0, ALBUM_SHOWN).map((message, index) => {
        const more = rest > 0 && index === ALBUM_SHOWN - 1 ? t("media.moreImages", { count: rest }) : "";
        return (
          <button
            key={message.id}
            type="button"
            className="album-cell"
            aria-label={`${t("media.openImageOf", { index: index + 1, count: pictures.length })} ${more}`.trim()}
            onClick={() => showPictures(message.id)}
          >
            <img src={mediaSource(message.mediaUrl) ?? ""} alt="" loading="lazy" decoding="async" />
            {more ? <span className="album-more">{more}</span> : null}
          </button>
        );
      })}
    </div>
  );
}
