import { useSignals } from "@preact/signals-react/runtime";
import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { seesByRight } from "#inbox/tickets/policy.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { colleagues, queues } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { MultiSelect } from "#web/ui/select/multi-select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { Board } from "./board.ts";
import { BOARD_SORTS, type BoardFilter, readBoardFilter, writeBoardFilter } from "./board-filter.ts";
import { Lanes } from "./lanes.tsx";
import { kanbanTexts } from "./locales/index.ts";
import "./kanban.css";

/** Tickets in lanes (docs/rules/screens.md#board): 'Em aberto', then a lane for each tag of the board. */
export function KanbanPage() {
  useSignals();
  const t = useText(kanbanTexts);
  const [board] = useState(() => {
    const made = new Board(api, (ticket) => seesByRight(currentUser.peek(), ticket));
    made.filter.value = readBoardFilter(globalThis.location.search);
    return made;
  });
  useEffect(() => board.open(socket), [board]);
  useEffect(() => void fieldList.need(), []);
  const change = (filter: BoardFilter) => {
    board.setFilter(filter);
    navigate(`/kanban${writeBoardFilter(filter)}`, { replace: true });
  };
  return (
    <div className="kanban">
      <header className="page-head kanban-head">
        <h1 className="page-title">{t("page.title")}</h1>
        <BoardFilters filter={board.filter.value} onChange={change} />
      </header>
      <BoardBody board={board} />
    </div>
  );
}

function BoardBody({ board }: { readonly board: Board }) {
  useSignals();
  const t = useText(kanbanTexts);
  if (board.state.value === "error") {
    return (
      <div className="panel kanban-failed">
        <ErrorState error={board.error.value} onRetry={() => void board.reload()} />
      </div>
    );
  }
  if (board.state.value === "loading") return <BoardSkeleton />;
  return (
    <>
      {board.isFull.value ? (
        <div className="kanban-most">
          <Callout tone="info">{t("page.most")}</Callout>
        </div>
      ) : null}
      {board.lanes.value.length === 1 ? <NoLanes /> : null}
      <Lanes board={board} />
    </>
  );
}

const COLUMNS = ["first", "second", "third"];

function BoardSkeleton() {
  return (
    <div className="kanban-lanes" aria-busy="true">
      {COLUMNS.map((column) => (
        <div key={column} className="kanban-lane">
          <div className="kanban-lane-head">
            <Skeleton width="50%" height="16px" />
          </div>
          <div className="kanban-waiting">
            {COLUMNS.map((card) => (
              <Skeleton key={card} shape="block" height="108px" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

interface Props {
  readonly filter: BoardFilter;
  readonly onChange: (filter: BoardFilter) => void;
}

/** Selects of the queues and attendants that the board shows. */
function BoardFilters({ filter, onChange }: Props) {
  useSignals();
  const t = useText(kanbanTexts);
  const { isAdmin, queueIds } = currentUser.value;
  const own = queues.all.value.filter(({ id }) => isAdmin || queueIds.includes(id));
  return (
    <div className="kanban-filters">
      <MultiSelect
        label={t("page.queues")}
        items={isAdmin ? [{ id: 0, name: t("page.noQueue") }, ...own] : own}
        chosen={filter.queues}
        onChange={(ids) => onChange({ ...filter, queues: ids })}
        onOpen={() => void queues.need()}
        emptyText={t("page.none")}
      />
      <MultiSelect
        label={t("page.attendants")}
        items={[{ id: 0, name: t("page.noAttendant") }, ...colleagues.all.value]}
        chosen={filter.users}
        onChange={(ids) => onChange({ ...filter, users: ids })}
        onOpen={() => void colleagues.need()}
        emptyText={t("page.none")}
      />
      <Switch
        label={t("page.asleep")}
        value={filter.asleep}
        onChange={(asleep) => onChange({ ...filter, asleep })}
      />
      <BoardOrder filter={filter} onChange={onChange} />
    </div>
  );
}

/** The menu of the order of the cards. */
function BoardOrder({ filter, onChange }: Props) {
  const t = useText(kanbanTexts);
  const words = useText(ticketTexts);
  const label = t("page.order", { order: words(`sort.${filter.sort}`) });
  return (
    <Menu
      label={label}
      placement="bottom end"
      items={BOARD_SORTS.map((sort) => ({
        id: sort,
        label: words(`sort.${sort}`),
        isChosen: sort === filter.sort,
        onAction: () => onChange({ ...filter, sort }),
      }))}
      trigger={
        <IconButton label={label}>
          <ArrowDownUp />
        </IconButton>
      }
    />
  );
}

/** Hint on a board without lanes: explains to users who may create lanes how to do it. */
function NoLanes() {
  useSignals();
  const t = useText(kanbanTexts);
  const { profile } = session.user.value ?? {};
  const mayMake = profile === "admin" || profile === "supervisor";
  return (
    <div className="kanban-no-lanes">
      <strong>{t("page.noLanesTitle")}</strong>
      <p>{t(mayMake ? "page.noLanesText" : "page.askLanes")}</p>
      {mayMake ? <Link href="/tags">{t("page.toTags")}</Link> : null}
    </div>
  );
}
