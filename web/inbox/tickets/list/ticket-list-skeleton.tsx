import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { Skeleton } from "#web/ui/state/skeleton.tsx";

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Placeholder rows of the final size while the first page is loading. */
export function TicketListSkeleton() {
  const t = useText(ticketTexts);
  return (
    <div className="list" aria-busy="true">
      <span className="visually-hidden">{t("list.busy")}</span>
      {ROWS.map((row) => (
        <div key={row} className="list-skeleton">
          <Skeleton shape="circle" width={42} height={42} />
          <div>
            <Skeleton width="62%" height={15} />
            <Skeleton width="88%" height={13} />
            <Skeleton width="46%" height={17} />
          </div>
        </div>
      ))}
    </div>
  );
}
