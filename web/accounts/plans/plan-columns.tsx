import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { PLAN_FLAGS } from "#accounts/companies/contract.ts";
import type { PlanDetail } from "#accounts/plans/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { planLabel } from "#web/lib/format/plan-label.ts";
import { formatStorageLimit } from "#web/lib/format/storage-size.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import type pt from "./locales/pt.json";

export interface PlanActions {
  readonly edit: (plan: PlanDetail) => void;
  readonly remove: (plan: PlanDetail) => void;
}

/** Columns and actions of the list of plans. */
export function planColumns(t: Translate<typeof pt>, actions: PlanActions): readonly Column<PlanDetail>[] {
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
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: (plan) => (
        <div className="row-actions">
          <IconButton
            label={t("row.edit", { name: planLabel(plan.name) })}
            onPress={() => actions.edit(plan)}
          >
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
      ),
    },
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
