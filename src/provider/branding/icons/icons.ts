import { ICONS, type IconName } from "./contract.ts";
import { squareIcon } from "./square.ts";

/** Number of recently created icons kept in memory. */
const KEPT = 200;
const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Whether there is an icon of this name. */
export const isIcon = (name: string): name is IconName => Object.hasOwn(ICONS, name);

/** An icon of a logo, created at the first request; `address` is its URL, unique per logo. */
export function iconOf(address: string, name: IconName, logo: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const known = made.get(address);
  if (known) return known;
  if (made.size >= KEPT) made.clear();
  const icon = squareIcon(logo, ICONS[name]);
  made.set(address, icon);
  // A failed icon is created again at the next request.
  icon.catch(() => made.delete(address));
  return icon;
}
