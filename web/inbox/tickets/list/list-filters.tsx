import { useSignals } from "@preact/signals-react/runtime";
import ListFilterIcon from "lucide-react/icons/list-filter";
import { seesEverybody } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { changeFilter } from "#web/inbox/tickets/paths.ts";
import { queues } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { CheckList, type Pickable } from "#web/ui/select/multi-select.tsx";
import { hasEverybody, type ListFilter } from "./list-filter.ts";

/** Queues the currentUser may choose from; admins also "without queue". */
export function usePickableQueues(): readonly Pickable[] {
  useSignals();
  const t = useText(ticketTexts);
  const { isAdmin, queueIds } = currentUser.value;
  const own = queues.all.value.filter(({ id }) => isAdmin || queueIds.includes(id));
  return isAdmin ? [{ id: 0, name: t("list.noQueue") }, ...own] : own;
}

/**
 * Filters of every list, behind one button: queues and, for supervisors and admins, the tickets of all attendants.
 */
export function ListFilters({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(ticketTexts);
  const items = usePickableQueues();
  const active = filter.queues.length + (filter.everybody ? 1 : 0);
  return (
    <Popover
      label={t("list.filters")}
      placement="bottom end"
      onOpenChange={(open) => open && void queues.need()}
      trigger={
        <IconButton label={t("list.filters")} size="s" badge={active > 0 ? String(active) : null}>
          <ListFilterIcon />
        </IconButton>
      }
    >
      {seesEverybody(currentUser.value) && hasEverybody(filter.view) ? (
        <div className="column-everybody">
          <Switch
            label={t("list.everybody")}
            value={filter.everybody}
            onChange={(everybody) => changeFilter({ everybody })}
          />
        </div>
      ) : null}
      <CheckList
        label={t("list.queues")}
        items={items}
        chosen={filter.queues}
        onChange={(ids) => changeFilter({ queues: ids })}
        onOpen={() => undefined}
        emptyText={t("list.allQueues")}
      />
    </Popover>
  );
}
