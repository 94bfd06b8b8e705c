import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { seesEverybody } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { changeFilter } from "#web/inbox/tickets/paths.ts";
import { colleagues, tags } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { CheckList, type Pickable } from "#web/ui/select/multi-select.tsx";
import { filterCount, hasEverybody, isOpenView, type ListFilter, WITHOUT_FILTERS } from "./list-filter.ts";
import { usePickableQueues } from "./pickable-queues.ts";
import "./list-filter-panel.css";

const PRIORITIES = [4, 3, 2, 1] as const;
/** Most urgent first. */
const SLA_STATES = ["missed", "soon", "running", "none"] as const;

/** The choices of the panel, and the button that removes them all. */
export function ListFilterPanel({ filter }: { readonly filter: ListFilter }) {
  const t = useText(ticketTexts);
  return (
    <div className="filters">
      {isOpenView(filter) ? (
        <OpenFilters filter={filter} />
      ) : (
        <>
          <Everybody filter={filter} />
          <QueueFilter filter={filter} />
        </>
      )}
      {filterCount(filter) > 0 ? (
        <Button size="s" variant="ghost" onPress={() => changeFilter(WITHOUT_FILTERS)}>
          {t("list.clearFilters")}
        </Button>
      ) : null}
    </div>
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
      <FilterPart label={t("sla.title")} count={filter.sla.length}>
        <Choices
          label={t("sla.title")}
          items={SLA_STATES.map((state, index) => ({ id: index + 1, name: t(`sla.${state}`) }))}
          chosen={SLA_STATES.flatMap((state, index) => (filter.sla.includes(state) ? [index + 1] : []))}
          onChange={(ids) => changeFilter({ sla: SLA_STATES.filter((_, index) => ids.includes(index + 1)) })}
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
