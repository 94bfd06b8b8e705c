import { preferences } from "#web/lib/session/preferences.ts";

/**
 * Whether letters without Ctrl, Alt or ⌘ are shortcuts while there is no text box (WCAG 2.1.4). A preference of the user.
 * Command mode is independent of it.
 */
export const singleKeys = {
  get value(): boolean {
    return preferences.of("singleKeys");
  },
  peek: (): boolean => preferences.peek("singleKeys"),
  set: (isAllowed: boolean): Promise<void> => preferences.set({ singleKeys: isAllowed }),
};
