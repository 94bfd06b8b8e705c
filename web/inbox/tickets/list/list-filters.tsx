import { useSignals } from "@preact/signals-react/runtime";
import ListFilterIcon from "lucide-react/icons/list-filter";
import type { ReactNode } from "react";
import { seesEverybody } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { changeFilter } from "#web/inbox/tickets/paths.ts";
import { colleagues, queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { CheckList, type Pickable } from "#web/ui/select/multi-select.tsx";
import { filterCount, hasEverybody, isOpenView, type ListFilter, WITHOUT_FILTERS } from "./list-filter.ts";

const PRIORITIES = [4, 3, 2, 1] as const;

/** Queues the currentUser may choose from; admins also "without queue". */
export function usePickableQueues(): readonly Pickable[] {
  useSignals();
  const t = useText(ticketTexts);
  const { isAdmin, queueIds } = currentUser.value;
  const own = queues.all.value.filter(({ id }) => isAdmin || queueIds.includes(id));
  return isAdmin ? [{ id: 0, name: t("list.noQueue") }, ...own] : own;
}

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
      <div className="filters">
        {isOpenView(filter) ? (
          <OpenFilters filter={filter} />
        ) : (
          <>
            <Everybody filter={filter} />
            <QueueFilter filter={filter} />
          </>
        )}
        {active > 0 ? (
          <Button size="s" variant="ghost" onPress={() => changeFilter(WITHOUT_FILTERS)}>
            {t("list.clearFilters")}
          </Button>
        ) : null}
      </div>
    </Popover>
  );
}

function QueueFilter({ filter }: { readonly filter: ListFilter }) {
  const t = useText(ticketTexts);
  const items = usePickableQueues();
  return (
    <CheckList
      label={t("list.queues")}
      items={items}
      chosen={filter.queues}
      onChange={(ids) => changeFilter({ queues: ids })}
      onOpen={() => undefined}
      emptyText={t("list.allQueues")}
    />
  );
}

/** The switch between one's own tickets and those of all attendants, for supervisors and admins. */
function Everybody({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(ticketTexts);
  if (!seesEverybody(currentUser.value) || !hasEverybody(filter.view)) return null;
  return (
    <div className="filter-everybody">
      <Switch
        label={t("list.everybody")}
        value={filter.everybody}
        onChange={(everybody) => changeFilter({ everybody })}
      />
    </div>
  );
}

/** The filters of the two open lists: switches, then a part for each kind of choice. */
function OpenFilters({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(ticketTexts);
  const maySeeOthers = seesEverybody(currentUser.value);
  const priorities = PRIORITIES.map((id) => ({ id, name: t(`priority.level${id}`) }));
  return (
    <>
      <div className="filter-switches">
        <Everybody filter={filter} />
        <Switch
          label={t("list.unreadOnly")}
          value={filter.unread}
          onChange={(unread) => changeFilter({ unread })}
        />
      </div>
      <FilterPart label={t("list.queues")} count={filter.queues.length}>
        <QueueFilter filter={filter} />
      </FilterPart>
      <FilterPart label={t("priority.title")} count={filter.priorities.length}>
        <Choices
          label={t("priority.title")}
          items={priorities}
          chosen={filter.priorities}
          onChange={(ids) => changeFilter({ priorities: ids })}
          emptyText=""
        />
      </FilterPart>
      <FilterPart label={t("list.tags")} count={filter.tags.length}>
        <Choices
          label={t("list.tags")}
          items={tags.all.value}
          chosen={filter.tags}
          onChange={(ids) => changeFilter({ tags: ids })}
          emptyText={t("head.noTags")}
        />
      </FilterPart>
      <FilterPart label={t("list.connections")} count={filter.connections.length}>
        <Choices
          label={t("list.connections")}
          items={connections.list.value.map(({ id, name }) => ({ id, name }))}
          chosen={filter.connections}
          onChange={(ids) => changeFilter({ connections: ids })}
          emptyText={t("list.noConnections")}
        />
      </FilterPart>
      {maySeeOthers ? (
        <FilterPart
          label={t(filter.view === "waiting" ? "list.offeredTo" : "list.users")}
          count={filter.users.length}
        >
          <Choices
            label={t("list.users")}
            items={colleagues.all.value}
            chosen={filter.users}
            onChange={(ids) => changeFilter({ users: ids })}
            emptyText={t("transfer.userEmpty")}
          />
        </FilterPart>
      ) : null}
    </>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly items: readonly Pickable[];
  readonly chosen: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly emptyText: string;
}

/** A list of choices whose entries are loaded with the panel. */
const Choices = (props: ChoicesProps) => <CheckList {...props} onOpen={() => undefined} />;

interface FilterPartProps {
  readonly label: string;
  readonly count: number;
  readonly children: ReactNode;
}

/** One kind of choice: closed until it is pressed, open while something is chosen. */
function FilterPart({ label, count, children }: FilterPartProps) {
  return (
    <details className="filter-part" open={count > 0}>
      <summary>
        {label}
        {count > 0 ? <b>{count}</b> : null}
      </summary>
      {children}
    </details>
  );
}
