import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";

/** Lists the keys of the text box on the sheet of shortcuts while the user can write. */
export function useComposerKeys(canWrite: boolean, isNote: boolean, resolves: boolean): void {
  const t = useText(messages);
  useHotkeys(
    {
      id: "composer",
      title: () => t("keys.title"),
      keys: [],
      documented: [
        { keys: "Enter", describe: () => t("keys.send") },
        { keys: "shift+Enter", describe: () => t("keys.breakLine") },
        isNote
          ? { keys: "@", describe: () => t("keys.mention") }
          : { keys: "/", describe: () => t("keys.quick") },
        ...(resolves && !isNote ? [{ keys: "mod+shift+Enter", describe: () => t("keys.sendResolve") }] : []),
        { keys: "Escape", describe: () => t("keys.escape") },
      ],
    },
    canWrite,
  );
}
