import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import { type ReactNode, useEffect } from "react";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { OneTimeSecret } from "#web/ui/overlay/one-time-secret.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import type { SecretRows } from "./secret-rows.ts";

interface SectionProps<Row extends { readonly id: number }> {
  readonly kind: "keys" | "webhooks";
  readonly list: SecretRows<Row>;
  /** Picture of the empty list. */
  readonly picture: ReactNode;
  readonly columns: readonly Column<Row>[];
  readonly onAdd: () => void;
  /** Dialogs of the section. */
  readonly children: ReactNode;
}

/** A section of rows that have a secret each, API keys or webhooks: the table with its loading, error and empty states. */
export function SecretSection<Row extends { readonly id: number }>({
  kind,
  list,
  picture,
  columns,
  onAdd,
  children,
}: SectionProps<Row>) {
  useSignals();
  const t = useText(messagesApiTexts);
  useEffect(() => void list.reload(), [list]);
  const add = maySetSecrets() ? (
    <Button icon={<Plus aria-hidden="true" />} onPress={onAdd}>
      {t(`${kind}.add`)}
    </Button>
  ) : null;
  const rows = list.rows.value;
  const state = list.state.value;
  return (
    <section className="api-history" aria-label={t(`${kind}.title`)}>
      <div className="page-head">
        <h2>{t(`${kind}.title`)}</h2>
        {rows.length > 0 ? add : null}
      </div>
      <p className="api-lead">{t(`${kind}.text`)}</p>
      {state === "loading" ? <TableSkeleton /> : null}
      {state === "failed" ? (
        <div className="panel">
          <ErrorState onRetry={() => void list.reload()} />
        </div>
      ) : null}
      {state === "ready" && rows.length === 0 ? (
        <div className="panel">
          <EmptyState
            picture={picture}
            title={t(`${kind}.emptyTitle`)}
            text={t(`${kind}.emptyText`)}
            action={add}
          />
        </div>
      ) : null}
      {rows.length > 0 ? (
        <DataTable label={t(`${kind}.title`)} columns={columns} rows={rows} rowKey={({ id }) => id} />
      ) : null}
      {children}
    </section>
  );
}

interface MadeProps {
  readonly kind: "keys" | "webhooks";
  readonly secret: string;
  readonly onClose: () => void;
}

/** The secret of a row that was just created. */
export function NewSecret({ kind, secret, onClose }: MadeProps) {
  const t = useText(messagesApiTexts);
  return (
    <OneTimeSecret
      title={t(`${kind}.madeTitle`)}
      text={t(`${kind}.madeText`)}
      secret={secret}
      copyLabel={t("keys.copy")}
      copied={t("copy.done")}
      notCopied={t("copy.failed")}
      onClose={onClose}
    />
  );
}

/** A cell with the values that a row allows or receives: scopes or events. */
export const Chips = ({ values }: { readonly values: readonly string[] }) => (
  <div className="api-chips">
    {values.map((value) => (
      <Chip key={value}>{value}</Chip>
    ))}
  </div>
);

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly Value[];
  readonly labelOf: (option: Value) => string;
  readonly value: readonly Value[];
  readonly onChange: (value: Value[]) => void;
  /** Text of an error, null without one. */
  readonly problem: string | null;
}

/** Checkboxes of which at least one must be selected. */
export function Choices<Value extends string>({
  legend,
  options,
  labelOf,
  value,
  onChange,
  problem,
}: ChoicesProps<Value>) {
  return (
    <fieldset className="field api-scopes" data-invalid={problem ? true : undefined}>
      <legend className="field-label">{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={labelOf(option)}
          value={value.includes(option)}
          onChange={(on) => onChange(on ? [...value, option] : value.filter((one) => one !== option))}
        />
      ))}
      {problem ? (
        <span className="field-error" role="alert">
          {problem}
        </span>
      ) : null}
    </fieldset>
  );
}
