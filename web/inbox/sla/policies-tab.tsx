import { useSignals } from "@preact/signals-react/runtime";
import Timer from "lucide-react/icons/timer";
import { useEffect, useState } from "react";
import type { SlaPolicyAnswer } from "#inbox/sla/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { viewTexts } from "#web/inbox/tickets/views/locales/index.ts";
import { moveItem } from "#web/lib/lists/move-item.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { MoveButtons } from "#web/ui/button/move-buttons.tsx";
import { Definitions } from "#web/ui/definitions/definitions.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { slaPolicyTexts } from "./locales/index.ts";
import { formOf, TARGETS } from "./policy-form.ts";
import { slaCalls } from "./sla-api.ts";
import "./sla.css";

const PolicyDialog = lazyLayer(async () => {
  const [part] = await Promise.all([import("./policy-dialog.tsx"), preloadTexts(viewTexts)]);
  return part.PolicyDialog;
});

type Open =
  | { readonly kind: "save"; readonly policy: SlaPolicyAnswer | null }
  | { readonly kind: "remove"; readonly policy: SlaPolicyAnswer };

/** The tab SLA of the page Automação: what the company promises, in order (docs/rules/sla.md#policies). */
export function PoliciesTab() {
  useSignals();
  const t = useText(slaPolicyTexts);
  const [open, setOpen] = useState<Open | null>(null);
  const [policies, setPolicies] = useState<readonly SlaPolicyAnswer[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useStableCallback(() => {
    setFailure(null);
    void slaCalls.list().then(setPolicies, setFailure);
  });
  useEffect(() => load(), [load]);
  const close = () => setOpen(null);
  const reload = () => {
    close();
    load();
  };
  const move = async (from: number, by: 1 | -1) => {
    const next = moveItem(policies ?? [], from, from + by);
    setPolicies(next);
    await slaCalls.order(next.map(({ id }) => id)).catch(toast.failure);
    load();
  };
  if (failure !== null)
    return (
      <div className="panel">
        <ErrorState error={failure} onRetry={load} />
      </div>
    );
  if (policies === null) return null;
  return (
    <>
      <Definitions
        t={t}
        picture={<Timer />}
        isEmpty={policies.length === 0}
        onAdd={() => setOpen({ kind: "save", policy: null })}
      >
        <ul className="panel definitions-list" aria-label={t("list.label")}>
          {policies.map((policy, at) => (
            <PolicyRow
              key={policy.id}
              policy={policy}
              at={at}
              count={policies.length}
              onMove={(by) => void move(at, by)}
              onEdit={() => setOpen({ kind: "save", policy })}
              onRemove={() => setOpen({ kind: "remove", policy })}
            />
          ))}
        </ul>
      </Definitions>
      {open?.kind === "save" ? <PolicyDialog policy={open.policy} onClose={close} onSaved={reload} /> : null}
      {open?.kind === "remove" ? (
        <ConfirmDelete
          title={t("remove.title", { name: open.policy.name })}
          deleted={t("remove.deleted")}
          onDelete={async () => {
            await slaCalls.remove(open.policy.id);
            load();
          }}
          onClose={close}
        >
          <p>{t("remove.text")}</p>
        </ConfirmDelete>
      ) : null}
    </>
  );
}

interface RowProps {
  readonly policy: SlaPolicyAnswer;
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: 1 | -1) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function PolicyRow({ policy, at, count, onMove, onEdit, onRemove }: RowProps) {
  const t = useText(slaPolicyTexts);
  const { name } = policy;
  const form = formOf(policy);
  const times = TARGETS.flatMap((target) =>
    form[target] === ""
      ? []
      : [
          `${t(`target.${target}`)}: ${t(`amount.${form[`${target}Unit`]}`, { count: Number(form[target]) })}`,
        ],
  );
  return (
    <li className={classNames("definition", !policy.active && "definition-off")}>
      <div className="definition-order">
        <MoveButtons
          up={t("list.up", { name })}
          down={t("list.down", { name })}
          at={at}
          count={count}
          onMove={onMove}
        />
      </div>
      <div className="definition-words">
        <strong dir="auto">{name}</strong>
        <span>{times.join(" · ")}</span>
      </div>
      <div className="definition-chips">
        {policy.active ? null : <Chip>{t("list.inactive")}</Chip>}
        <Chip>{t(`hours.${policy.hours}`)}</Chip>
        {form.conditions === null ? <Chip>{t("form.every")}</Chip> : null}
      </div>
      <div className="definition-actions">
        <RowActions
          editLabel={t("list.edit", { name })}
          deleteLabel={t("list.delete", { name })}
          onEdit={onEdit}
          onDelete={onRemove}
        />
      </div>
    </li>
  );
}
