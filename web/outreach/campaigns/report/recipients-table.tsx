import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { Virtualizer } from "virtua";
import { RECIPIENT_STATES } from "#outreach/campaigns/report/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Campaign } from "#web/outreach/campaigns/campaigns-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { reportTexts } from "./locales/index.ts";
import { RecipientRow } from "./recipient-row.tsx";
import type { RecipientsModel } from "./recipients-model.ts";

interface Props {
  readonly model: RecipientsModel;
  readonly campaign: Campaign;
}

/** The recipients, filtered by state; only visible rows are rendered and loaded. */
export function RecipientsTable({ model, campaign }: Props) {
  useSignals();
  const t = useText(reportTexts);
  const { report } = campaign;
  const states = RECIPIENT_STATES.filter(
    (state) => (report.states[state] ?? 0) > 0 || state === model.filter.value,
  );
  return (
    <div className="panel report-recipients">
      <header className="report-recipients-head">
        <h2>{t("table.title")}</h2>
        <TextField
          type="search"
          className="list-search"
          label={t("table.search")}
          placeholder={t("table.search")}
          value={model.search.value}
          onChange={(text) => model.setSearch(text)}
        />
        <Select
          label={t("table.filter")}
          hideLabel
          value={model.filter.value || "all"}
          onChange={(id) => model.filterBy(states.find((state) => state === id) ?? "")}
          options={[
            { id: "all", label: `${t("table.all")} (${report.total})` },
            ...states.map((state) => ({
              id: state as string,
              label: `${t(`state.${state}`)} (${report.states[state] ?? 0})`,
            })),
          ]}
        />
      </header>
      <Rows model={model} campaign={campaign} />
    </div>
  );
}

function Rows({ model, campaign }: Props) {
  useSignals();
  const t = useText(reportTexts);
  const words = useText(common);
  const count = model.count.value;
  // The list needs only the length; each row reads its content from the model.
  const places = useMemo(() => Array.from({ length: count ?? 0 }, (_, index) => index), [count]);
  if (model.failed.value && count === null) {
    return (
      <EmptyState
        title={t("table.failed")}
        action={<Button onPress={() => model.refresh()}>{words("action.tryAgain")}</Button>}
      />
    );
  }
  if (count === null) return <TableSkeleton />;
  if (count === 0) {
    const isFiltered = model.filter.value !== "" || model.search.value !== "";
    return <EmptyState title={t(isFiltered ? "table.nothing" : "table.empty")} />;
  }
  const asks = campaign.confirmation;
  const titles = [
    t("table.who"),
    t("table.state"),
    t("table.variant"),
    ...(asks ? [t("table.confirmation")] : []),
    t("table.delivered"),
    t("table.received"),
    t("table.read"),
    t("table.replied"),
    t("table.open"),
  ];
  return (
    <div className="recipients" data-asks={asks || undefined}>
      <div className="recipient recipients-titles" aria-hidden="true">
        {titles.map((title) => (
          <span key={title}>{title}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="recipients-rows" tabIndex={0} aria-label={t("table.title")}>
        <Virtualizer as="ul" item="li" data={places} bufferSize={300} itemSize={57}>
          {(index) => <RecipientRow key={index} model={model} index={index} asks={asks} />}
        </Virtualizer>
      </section>
    </div>
  );
}
