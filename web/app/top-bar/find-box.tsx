import Search from "lucide-react/icons/search";
import { Button } from "react-aria-components/Button";
import { shell } from "#web/app/locales/index.ts";
import { openPalette } from "#web/app/shell/overlays.ts";
import { useText } from "#web/i18n/use-text.ts";

const KEYS = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "") ? "⌘ K" : "Ctrl K";

/** Looks like a search field and opens the palette. */
export function FindBox() {
  const t = useText(shell);
  return (
    <Button
      className="find-box"
      aria-label={`${t("top.find")} ${KEYS}`}
      aria-keyshortcuts="Control+K"
      onPress={openPalette}
    >
      <Search aria-hidden="true" />
      <span className="ellipsis">{t("top.find")}</span>
      <kbd>{KEYS}</kbd>
    </Button>
  );
}
