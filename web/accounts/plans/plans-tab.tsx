import { useSignals } from "@preact/signals-react/runtime";
import Package from "lucide-react/icons/package";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useState } from "react";
import { PLAN_FLAGS } from "#accounts/companies/contract.ts";
import type { PlanDetail } from "#accounts/plans/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { planLabel } from "#web/lib/format/plan-label.ts";
import { formatStorageLimit } from "#web/lib/format/storage-size.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { MissingCellsOf } from "#web/ui/missing-cells/missing-cells.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListSearch, PagedTable } from "#web/ui/table/paged-table.tsx";
import { actionsColumn } from "#web/ui/table/row-actions.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { planTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { planCalls, plansList } from "./plans-api.ts";
import "./plans.css";

const PlanDialog = lazyLayer(async () => (await import("./plan-dialog.tsx")).PlanDialog);

type Open =
  | { readonly kind: "save"; readonly plan: PlanDetail | null }
  | { readonly kind: "remove"; readonly plan: PlanDetail };

/** Tab of the provider's plans (docs/rules/forms.md#plans); for super users. */
export function PlansTab() {
  useSignals();
  const t = useText(planTexts);
  const { list } = plansList;
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => plansList.open(), []);
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPress={() => setOpen({ kind: "save", plan: null })}
    >
      {t("page.add")}
    </Button>
  );
  const columns = planColumns(t, {
    edit: (plan) => setOpen({ kind: "save", plan }),
    remove: (plan) => setOpen({ kind: "remove", plan }),
  });
  return (
    <div className="super-tab">
      <div className="super-head">
        <ListSearch list={list} label={t("page.search")} />
        {add}
      </div>
      <MissingCellsOf path="/plans" />
      <PagedTable
        list={list}
        label={t("page.title")}
        columns={columns}
        empty={
          <EmptyState
            picture={<Package />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={add}
          />
        }
      />
      {open?.kind === "save" ? (
        <PlanDialog
          plan={open.plan}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            plansList.put(saved);
            setOpen(null);
          }}
        />
      ) : null}
      {open?.kind === "remove" ? <RemovePlan plan={open.plan} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

function RemovePlan({ plan, onClose }: { readonly plan: PlanDetail; readonly onClose: () => void }) {
  const t = useText(planTexts);
  const words = useText(common);
  const remove = async () => {
    try {
      await planCalls.remove(plan.id);
    } catch (error) {
      const isUsed = error instanceof ApiError && error.code === "ERR_PLAN_IN_USE";
      toast.error(t(isUsed ? "remove.inUse" : "remove.failed"));
      return;
    }
    plansList.remove(plan.id);
    toast.success(t("remove.deleted"));
  };
  return (
    <Confirm
      title={t("remove.title", { name: planLabel(plan.name) })}
      confirmLabel={words("action.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      {words("confirm.deleteText")}
    </Confirm>
  );
}

interface PlanActions {
  readonly edit: (plan: PlanDetail) => void;
  readonly remove: (plan: PlanDetail) => void;
}

/** Columns and actions of the list of plans. */
function planColumns(t: Translate<typeof pt>, actions: PlanActions): readonly Column<PlanDetail>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      cell: (plan) => (
        <>
          <b className="plan-name">{planLabel(plan.name)}</b>{" "}
          {plan.enabled ? null : <Chip>{t("row.hidden")}</Chip>}
          <small>
            {t("row.limits", { users: plan.users, connections: plan.connections, queues: plan.queues })}
            {" · "}
            {t("row.storage", {
              storage: plan.storageGb === 0 ? t("row.noStorageLimit") : formatStorageLimit(plan.storageGb),
            })}
          </small>
        </>
      ),
    },
    {
      id: "features",
      title: t("column.features"),
      card: "body",
      cell: (plan) => <Features t={t} plan={plan} />,
    },
    {
      id: "value",
      title: t("column.value"),
      card: "named",
      sortBy: ({ value }) => value,
      cell: ({ value }) => <span className="plan-value">{formatMoney(value)}</span>,
    },
    {
      id: "companies",
      title: t("column.companies"),
      card: "named",
      sortBy: ({ companies }) => companies,
      sortDown: true,
      cell: ({ companies }) => String(companies),
    },
    actionsColumn(t("column.actions"), (plan) => (
      <div className="row-actions">
        <IconButton label={t("row.edit", { name: planLabel(plan.name) })} onPress={() => actions.edit(plan)}>
          <Pencil />
        </IconButton>
        <IconButton
          label={t("row.delete", { name: planLabel(plan.name) })}
          variant="danger"
          onPress={() => actions.remove(plan)}
        >
          <Trash2 />
        </IconButton>
      </div>
    )),
  ];
}

function Features({ t, plan }: { readonly t: Translate<typeof pt>; readonly plan: PlanDetail }) {
  const on = PLAN_FLAGS.filter((flag) => plan[flag]);
  if (on.length === PLAN_FLAGS.length) return <Chip tone="primary">{t("row.allFeatures")}</Chip>;
  if (on.length === 0) return <Chip>{t("row.noFeatures")}</Chip>;
  return (
    <span className="plan-features">
      {on.map((flag) => (
        <Chip key={flag}>{t(`flag.${flag}`)}</Chip>
      ))}
    </span>
  );
}
