import AlarmClock from "lucide-react/icons/alarm-clock";
import CircleCheck from "lucide-react/icons/circle-check";
import Coffee from "lucide-react/icons/coffee";
import Inbox from "lucide-react/icons/inbox";
import ListFilterIcon from "lucide-react/icons/list-filter";
import Search from "lucide-react/icons/search";
import SearchX from "lucide-react/icons/search-x";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { changeFilter } from "#web/inbox/tickets/paths.ts";
import { loadEditViewButton } from "#web/inbox/tickets/views/load.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { emptyListTexts } from "./empty-locales/index.ts";
import { filterCount, isBlankSearch, type ListFilter, WITHOUT_FILTERS } from "./list-filter.ts";

const EditViewButton = lazy(loadEditViewButton, () => null, { isExtra: true });

/** The empty state with its texts. */
export async function loadTicketListEmpty() {
  await preloadTexts(emptyListTexts);
  return TicketListEmpty;
}

/** The empty state of a list, with the next step. */
export function TicketListEmpty({
  filter,
  onNew,
}: {
  readonly filter: ListFilter;
  readonly onNew: () => void;
}) {
  const t = useText(emptyListTexts);
  const c = useText(ticketTexts);
  if (filter.view === "search") {
    return isBlankSearch(filter) ? (
      <EmptyState picture={<Search />} title={t("startSearch")} text={t("startSearchText")} />
    ) : (
      <EmptyState picture={<SearchX />} title={t("emptySearch")} text={t("emptySearchText")} />
    );
  }
  if (filterCount(filter) > 0)
    return (
      <EmptyState
        picture={<ListFilterIcon />}
        title={t("emptyFiltered")}
        text={t("emptyFilteredText")}
        action={<Button onPress={() => changeFilter(WITHOUT_FILTERS)}>{c("list.clearFilters")}</Button>}
      />
    );
  if (filter.view === "custom")
    return (
      <EmptyState
        picture={<ListFilterIcon />}
        title={t("emptyView")}
        text={t("emptyViewText")}
        action={<EditViewButton viewId={filter.viewId} />}
      />
    );
  if (filter.view === "waiting")
    return (
      <EmptyState
        picture={<Coffee />}
        title={t("emptyWaiting")}
        text={t("emptyWaitingText")}
        action={<Button onPress={onNew}>{c("list.newTicket")}</Button>}
      />
    );
  if (filter.view === "snoozed")
    return <EmptyState picture={<AlarmClock />} title={t("emptySnoozed")} text={t("emptySnoozedText")} />;
  if (filter.view === "closed")
    return (
      <EmptyState
        picture={<CircleCheck />}
        title={t("emptyClosed")}
        text={t("emptyClosedText")}
        action={<Button onPress={() => changeFilter({ view: "waiting" })}>{t("seeWaiting")}</Button>}
      />
    );
  return (
    <EmptyState
      picture={<Inbox />}
      title={t("emptyAttending")}
      text={t("emptyAttendingText")}
      action={
        <>
          <Button variant="primary" onPress={() => changeFilter({ view: "waiting" })}>
            {t("seeWaiting")}
          </Button>
          <Button onPress={onNew}>{c("list.newTicket")}</Button>
        </>
      }
    />
  );
}
