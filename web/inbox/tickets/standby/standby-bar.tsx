import Bot from "lucide-react/icons/bot";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { standbyTexts } from "./locales/index.ts";
import "./standby.css";

/** The bar and its texts, loaded on demand to keep them out of the first page's bundle. */
export async function loadStandbyBar() {
  await preloadTexts(standbyTexts);
  return StandbyBar;
}

/** Meta's own agent answers; a message of an attendant takes over (docs/rules/official-channels.md#standby). */
function StandbyBar() {
  const t = useText(standbyTexts);
  return (
    <div className="standby-bar">
      <Callout tone="waiting" icon={<Bot aria-hidden="true" />}>
        <strong>{t("standby.text")}</strong> {t("standby.hint")}
      </Callout>
    </div>
  );
}
