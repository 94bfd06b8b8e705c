import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";

/**
 * Shown for a page that failed to render, or whose code failed to load (after an update of the server, or without
 * network).
 */
export function PageFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useText(common);
  return (
    <div role="alert">
      <EmptyState
        isPage
        title={t("page.failedTitle")}
        text={t("page.failedText")}
        action={
          <>
            <Button onPress={onRetry}>{t("action.tryAgain")}</Button>
            <Button variant="ghost" onPress={() => globalThis.location.reload()}>
              {t("action.refresh")}
            </Button>
          </>
        }
      />
    </div>
  );
}
