import { signal } from "@preact/signals-react";

/** Width from which the contact fits beside list and conversation, pixels. */
const ROOM_FOR_THREE = 1180;

/** What the person chose; null until they did. */
const chosen = signal<boolean | null>(null);
/** On phones the drawer covers the conversation and is closed with it. */
const onPhone = signal(false);

/** Whether the contact drawer is open: on wide pages from the start, elsewhere when asked for. */
export function isDrawerOpen(isNarrow: boolean): boolean {
  if (isNarrow) return onPhone.value;
  return chosen.value ?? globalThis.innerWidth >= ROOM_FOR_THREE;
}

export function toggleDrawer(isNarrow: boolean): void {
  if (isNarrow) onPhone.value = !onPhone.peek();
  else chosen.value = !isDrawerOpen(false);
}
