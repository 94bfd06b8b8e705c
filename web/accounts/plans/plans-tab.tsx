import { useSignals } from "@preact/signals-react/runtime";
import Package from "lucide-react/icons/package";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import type { PlanDetail } from "#accounts/plans/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { planLabel } from "#web/lib/format/plan-label.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListSearch, PagedTable } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { planTexts } from "./locales/index.ts";
import { planColumns } from "./plan-columns.tsx";
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
