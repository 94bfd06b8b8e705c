import { useLocation } from "wouter";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { CounterPicture } from "#web/ui/state/counter-picture.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";

/** Page of an unknown address. */
export function NotFound() {
  const t = useText(common);
  const [, navigate] = useLocation();
  return (
    <EmptyState
      isPage
      picture={<CounterPicture />}
      title={t("page.notFoundTitle")}
      text={t("page.notFoundText")}
      action={
        <Button variant="primary" onPress={() => navigate("/")}>
          {t("page.goHome")}
        </Button>
      }
    />
  );
}
