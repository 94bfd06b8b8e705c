import { useSignals } from "@preact/signals-react/runtime";
import { navigate } from "wouter/use-browser-location";
import { visibleSections } from "#web/app/drawer/pages.ts";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Hotkey } from "#web/lib/keyboard/hotkeys.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";
import { openPalette, openShortcutSheet } from "./overlays.ts";

/** Shortcuts of every page: the palette, the sheet, and `g` with a letter. */
export function useShellHotkeys(): void {
  useSignals();
  const t = useText(shell);
  const pages: Hotkey[] = visibleSections()
    .flatMap((section) => section.pages)
    .map(({ letter, path, label }) => ({
      keys: `g ${letter}`,
      acts: "free",
      describe: () => t("keys.go", { page: t(label) }),
      run: () => navigate(path),
    }));
  useHotkeys({
    id: "shell",
    title: () => t("keys.general"),
    keys: [
      { keys: "mod+k", acts: "chord", describe: () => t("keys.palette"), run: openPalette },
      { keys: "?", acts: "free", describe: () => t("keys.sheet"), run: openShortcutSheet },
      ...pages,
    ],
    // The text above the sheet names Ctrl+/ and F2.
    documented: [
      { keys: "F2", describe: () => t("keys.command") },
      { keys: "mod+Enter", describe: () => t("keys.submit") },
    ],
  });
}
