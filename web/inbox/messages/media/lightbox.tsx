import { useSignals } from "@preact/signals-react/runtime";
import Box from "yet-another-react-lightbox";
import Download from "yet-another-react-lightbox/plugins/download";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { PICTURE_MOTION, shownPicture } from "./lightbox-model.ts";
import { mediaSource } from "./media-source.ts";
import "yet-another-react-lightbox/styles.css";

/** Highest zoom, screen pixels per picture pixel: small photos of payment receipts become readable. */
const MOST_ZOOM = 4;

const close = () => {
  shownPicture.value = null;
};

/** The large view of a conversation's pictures: zoom by wheel, fingers, `+` and `-`; arrows change the picture; Esc closes. */
export default function Lightbox({ pictures }: { readonly pictures: readonly MessageAnswer[] }) {
  useSignals();
  const t = useText(messages);
  const slides = pictures.flatMap((message) => {
    const src = mediaSource(message.mediaUrl);
    return src
      ? [
          {
            id: message.id,
            src,
            alt: message.body || t("media.image"),
            download: { url: src, filename: message.mediaName ?? `${t("media.image")}.jpg` },
          },
        ]
      : [];
  });
  const index = slides.findIndex(({ id }) => id === shownPicture.value);
  useBackCloses(close, index >= 0);
  return (
    <Box
      open={index >= 0}
      index={Math.max(0, index)}
      slides={slides}
      close={close}
      plugins={[Zoom, Download]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      animation={PICTURE_MOTION}
      // With one picture there is no other to change to.
      render={slides.length > 1 ? {} : { buttonPrev: () => null, buttonNext: () => null }}
      zoom={{ maxZoomPixelRatio: MOST_ZOOM, scrollToZoom: true }}
      labels={{
        Lightbox: t("media.pictures"),
        "Photo gallery": t("media.pictures"),
        Carousel: t("media.carousel"),
        Slide: t("media.image"),
        "{index} of {total}": t("media.placeOf"),
        Previous: t("media.previous"),
        Next: t("media.next"),
        Close: t("media.close"),
        Download: t("media.download", { name: "" }).trim(),
        "Zoom in": t("media.zoomIn"),
        "Zoom out": t("media.zoomOut"),
      }}
    />
  );
}
