import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useState } from "react";
import type { QueueAnswer } from "#accounts/queues/contract.ts";
import { PERIOD_DAYS } from "#inbox/dashboard/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { MultiSelect, type Pickable } from "#web/ui/select/multi-select.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type DashboardFilter, isSet } from "./filter.ts";
import { dashboardTexts } from "./locales/index.ts";

interface Props {
  readonly filter: DashboardFilter;
  readonly onApply: (filter: DashboardFilter) => void;
}

/** Filter by dates or period, queues and connections; applied only by the button 'Filtrar'. */
export function FilterBar({ filter, onApply }: Props) {
  useSignals();
  const t = useText(dashboardTexts);
  const [draft, setDraft] = useState(filter);
  const change = (part: Partial<DashboardFilter>) => setDraft((before) => ({ ...before, ...part }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isSet(draft)) onApply(draft);
    else toast.error(t("page.skipped"));
  };
  return (
    <form className="panel dashboard-filter" aria-label={t("filter.label")} onSubmit={apply}>
      <Select
        label={t("filter.kind")}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        options={[
          { id: "date", label: t("filter.byDate") },
          { id: "period", label: t("filter.byPeriod") },
        ]}
      />
      {draft.kind === "date" ? (
        <>
          <TextField
            type="date"
            label={t("filter.start")}
            value={draft.from}
            onChange={(from) => change({ from })}
          />
          <TextField type="date" label={t("filter.end")} value={draft.to} onChange={(to) => change({ to })} />
        </>
      ) : (
        <Select
          label={t("filter.period")}
          value={draft.days}
          onChange={(days) => change({ days })}
          options={[
            { id: 0, label: t("filter.none") },
            ...PERIOD_DAYS.map((days) => ({ id: days, label: t("filter.lastDays", { count: days }) })),
          ]}
        />
      )}
      <Places draft={draft} onChange={change} />
      <Button type="submit" variant="primary">
        {t("filter.apply")}
      </Button>
    </form>
  );
}

interface PlacesProps {
  readonly draft: DashboardFilter;
  readonly onChange: (part: Partial<DashboardFilter>) => void;
}

/** Selects of the queues and connections that the figures include. */
function Places({ draft, onChange }: PlacesProps) {
  useSignals();
  const t = useText(dashboardTexts);
  const [queues, setQueues] = useState<readonly Pickable[]>([]);
  useEffect(() => {
    api.get<readonly QueueAnswer[]>("/queue").then(setQueues, toast.failure);
    void connections.open();
  }, []);
  const withNone = queues.length > 0 ? [{ id: 0, name: t("filter.withoutQueue") }, ...queues] : queues;
  return (
    <div className="dashboard-places">
      <MultiSelect
        label={t("filter.queues")}
        items={withNone}
        chosen={draft.queues}
        onChange={(ids) => onChange({ queues: ids })}
        onOpen={() => undefined}
        emptyText={t("filter.noQueues")}
      />
      <MultiSelect
        label={t("filter.connections")}
        items={connections.list.value}
        chosen={draft.connections}
        onChange={(ids) => onChange({ connections: ids })}
        onOpen={() => undefined}
        emptyText={t("filter.noConnections")}
      />
    </div>
  );
}
