import { useLayoutEffect } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { awaitComposer } from "#web/lib/keyboard/active-composer.ts";
import { Skeleton } from "#web/ui/state/skeleton.tsx";

/** The skeleton of a conversation while its ticket is loading. */
export function PaneSkeleton() {
  const t = useText(ticketTexts);
  // Text typed while the ticket is loading is put into the composer afterwards.
  useLayoutEffect(awaitComposer, []);
  return (
    <section className="pane" aria-busy="true" aria-label={t("page.ticket")}>
      <span className="visually-hidden">{t("page.loading")}</span>
      <div className="pane-main">
        <div className="head">
          <Skeleton shape="circle" width={38} height={38} />
          <div className="head-words">
            <Skeleton width={160} height={15} />
            <Skeleton width={110} height={12} />
          </div>
        </div>
        <StreamSkeleton />
      </div>
    </section>
  );
}

/** Placeholder bubbles of typical sizes. */
export function StreamSkeleton() {
  return (
    <div className="stream-skeleton" aria-busy="true">
      <Skeleton shape="block" width="46%" height={58} />
      <Skeleton shape="block" width="34%" height={40} />
      <Skeleton shape="block" width="52%" height={78} />
      <Skeleton shape="block" width="40%" height={40} />
      <Skeleton shape="block" width="30%" height={58} />
    </div>
  );
}
