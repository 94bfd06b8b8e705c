import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";

/** Tells on the sheet of shortcuts what the box for messages hears, while one can write. */
export function useComposerKeys(canWrite: boolean, isNote: boolean): void {
  const t = useText(messages);
  useHotkeys(
    {
      id: "composer",
      title: () => t("keys.title"),
      keys: [],
      documented: [
        { keys: "Enter", describe: () => t("keys.send") },
        { keys: "shift+Enter", describe: () => t("keys.breakLine") },
        ...(isNote ? [] : [{ keys: "/", describe: () => t("keys.quick") }]),
        { keys: "Escape", describe: () => t("keys.escape") },
      ],
    },
    canWrite,
  );
}
