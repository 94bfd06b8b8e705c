import { useSignals } from "@preact/signals-react/runtime";
import ListFilterIcon from "lucide-react/icons/list-filter";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { colleagues, queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { filterCount, isOpenView, type ListFilter } from "./list-filter.ts";

const Panel = lazy(async () => (await import("./list-filter-panel.tsx")).ListFilterPanel);

/** Filters of a list, behind one button (docs/rules/triage.md#filters). */
export function ListFilters({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(ticketTexts);
  const active = filterCount(filter);
  return (
    <Popover
      label={t("list.filters")}
      placement="bottom end"
      onOpenChange={(open) => {
        if (!open) return;
        void queues.need();
        if (isOpenView(filter)) for (const list of [tags, colleagues]) void list.need();
        if (isOpenView(filter)) void connections.open();
      }}
      trigger={
        <IconButton label={t("list.filters")} size="s" badge={active > 0 ? String(active) : null}>
          <ListFilterIcon />
        </IconButton>
      }
    >
      <Panel filter={filter} />
    </Popover>
  );
}
