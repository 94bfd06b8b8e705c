import MapPin from "lucide-react/icons/map-pin";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { mediaSource } from "./media-source.ts";
import "./media-place.css";

/** A location as a card with the preview from the customer's phone; the map opens only on a click. */
export function MediaPlace({ message }: { readonly message: MessageAnswer }) {
  const t = useText(messages);
  const place = parsePlace(message.body);
  if (!place) return <span className="place-name">{t("media.location")}</span>;
  const preview = mediaSource(message.mediaUrl);
  return (
    <a className="place" href={mapHref(place)} target="_blank" rel="noopener noreferrer nofollow">
      <span className="place-map">
        {preview ? <img src={preview} alt="" loading="lazy" /> : null}
        <MapPin aria-hidden="true" />
      </span>
      <span className="place-name">{place.name || t("media.location")}</span>
      {place.address ? <small className="place-address">{place.address}</small> : null}
      <span className="place-open">{t("media.openMap")}</span>
    </a>
  );
}

/** The point and name of a location message. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly address: string;
}

/** Reads `latitude,longitude|name|address` (docs/rules/messages.md#fields); null when it holds no usable point. */
export function parsePlace(body: string): Place | null {
  const [point = "", name = "", ...address] = body.split("|");
  const [latitude, longitude] = point.split(",").map((part) => Number(part.trim() || Number.NaN));
  if (latitude === undefined || longitude === undefined) return null;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  return { latitude, longitude, name: name.trim(), address: address.join("|").trim() };
}

/** Address of the map page (on phones it opens the map app); nothing is fetched until the link is followed. */
export function mapHref({ latitude, longitude }: Place): string {
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;
}
