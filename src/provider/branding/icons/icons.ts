import { ICONS, type IconName } from "./contract.ts";
import { squareIcon } from "./square.ts";

/** Icons that were made lately, by their address. */
const KEPT = 200;
const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Whether there is an icon of this name. */
export const isIcon = (name: string): name is IconName => Object.hasOwn(ICONS, name);

/** An icon of a logo, made at the first request; `address` is its URL, unique per logo. */
export function iconOf(address: string, name: IconName, logo: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const known = made.get(address);
  if (known) return known;
  if (made.size >= KEPT) made.clear();
  const icon = squareIcon(logo, ICONS[name]);
  made.set(address, icon);
  // What could not be made is tried again.
  icon.catch(() => made.delete(address));
  return icon;
}
