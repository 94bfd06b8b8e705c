import { useLayoutEffect } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { awaitComposer } from "#web/lib/keyboard/active-composer.ts";
import { Skeleton } from "#web/ui/state/skeleton.tsx";

/** Placeholder while the code of a page is loading. Text typed meanwhile is kept for the conversation of the URL. */
export function PageSkeleton() {
  const t = useText(common);
  useLayoutEffect(
    () => (globalThis.location.pathname.startsWith("/tickets/") ? awaitComposer() : undefined),
    [],
  );
  return (
    <div className="page-skeleton" aria-busy="true">
      <span className="visually-hidden">{t("state.loading")}</span>
      <Skeleton width="220px" height="24px" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
  );
}
