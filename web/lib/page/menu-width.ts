/** Widths of the menu beside a page, pixels (docs/rules/pages.md#room). */
export const MENU_WIDTH = { open: 240, closed: 64 } as const;
/** Minimum width of list (360), conversation (at least 560) and contact (320) side by side, pixels. */
export const THREE_COLUMNS_PX = 1240;
/** Minimum window width at which all three columns fit beside the open menu, pixels. */
export const WIDE_WINDOW = `(width >= ${THREE_COLUMNS_PX + MENU_WIDTH.open}px)`;

/** Choice by the button below the menu; null = never pressed. */
export type MenuChoice = "open" | "closed" | null;

export const readMenuChoice = (stored: string | null): MenuChoice =>
  stored === "open" || stored === "closed" ? stored : null;

/**
 * Whether the menu is open on a page: as chosen; without a choice it is collapsed where the conversation needs its width.
 */
export function isMenuOpen(choice: MenuChoice, path: string, isRoomy: boolean): boolean {
  if (choice !== null) return choice === "open";
  return isRoomy || !/^\/tickets(\/|$)/.test(path);
}
