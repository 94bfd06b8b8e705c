import { signal } from "@preact/signals-react";
import { storage } from "#web/lib/storage.ts";

/** Width of the page of tickets from which list, conversation and contact stand side by side; `ticket-room.css` has it, too. */
const ROOM_FOR_THREE = 1050;
/** What the menu beside the page takes, open and closed, pixels (specification 000 section 9). */
const MENU = { open: 240, closed: 64 };

/** Before the page is measured: what the window leaves beside the menu. */
const guess = () =>
  (globalThis.innerWidth ?? 0) - MENU[storage.get("drawer") === "closed" ? "closed" : "open"] >=
  ROOM_FOR_THREE;

const hasRoom = signal(guess());
/** Beside the conversation: from the start, until the person closes it. */
const beside = signal(true);
/** Over the conversation of this ticket, when asked for; gone with it. */
const over = signal<number | null>(null);

/** Follows the width of the page. Answers how to stop. */
export function watchRoom(page: Element): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (entry) hasRoom.value = entry.contentRect.width >= ROOM_FOR_THREE;
  });
  observer.observe(page);
  return () => observer.disconnect();
}

/** Whether the contact of a ticket is shown: on wide pages from the start, elsewhere when asked for. */
export function isDrawerOpen(ticketId: number): boolean {
  return hasRoom.value ? beside.value : over.value === ticketId;
}

export function toggleDrawer(ticketId: number): void {
  if (hasRoom.peek()) beside.value = !beside.peek();
  else over.value = over.peek() === ticketId ? null : ticketId;
}
