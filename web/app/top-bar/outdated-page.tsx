import { useSignals } from "@preact/signals-react/runtime";
import RefreshCw from "lucide-react/icons/refresh-cw";
import X from "lucide-react/icons/x";
import { memo } from "react";
import { shell } from "#web/app/locales/index.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { hideOutdated, isOutdated } from "./page-age.ts";

/** Offers to reload a page that is older than its server. */
export const OutdatedPage = memo(function OutdatedPage() {
  useSignals();
  const t = useText(shell);
  const words = useText(common);
  return (
    <div role="status">
      {isOutdated.value ? (
        <div className="line-state line-outdated">
          <RefreshCw aria-hidden="true" />
          <p>
            <b>{t("top.outdated")}</b> <span>{t("top.outdatedText")}</span>
          </p>
          <Button onPress={() => globalThis.location.reload()}>{words("action.refresh")}</Button>
          <IconButton label={words("action.close")} onPress={hideOutdated}>
            <X />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
});
