/** Where a location message points to. */
export interface Place {
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
