import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { colleagues, queues } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { MultiSelect } from "#web/ui/select/multi-select.tsx";
import type { BoardFilter } from "./board-filter.ts";
import { kanbanTexts } from "./locales/index.ts";

interface Props {
  readonly filter: BoardFilter;
  readonly onChange: (filter: BoardFilter) => void;
}

/** Which queues and attendants the board shows. */
export function BoardFilters({ filter, onChange }: Props) {
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
    </div>
  );
}
