import { useSignals } from "@preact/signals-react/runtime";
import type { ColumnRole, PreviewRow } from "#outreach/contact-imports/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatNumber } from "#web/people/contacts/phone-number.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { contactImports } from "./import-model.ts";
import { importTexts } from "./locales/index.ts";

const ROLES: readonly ColumnRole[] = ["name", "number", "email", "extra", "ignore"];
const LIST_ROLES = ROLES.filter((role) => role !== "extra");
const TONES = { created: "success", updated: "primary", duplicate: "neutral", invalid: "danger" } as const;

/** Second step: the meaning of each column, and a preview of the outcomes. */
export function CheckStep() {
  useSignals();
  const t = useText(importTexts);
  const look = contactImports.look.value;
  if (!look) return null;
  const { columns, mapping, result } = look;
  const roles = contactImports.contactListId.value === null ? ROLES : LIST_ROLES;
  return (
    <>
      <fieldset className="import-columns">
        <legend>{t("check.columns")}</legend>
        {mapping.includes("number") ? null : <Callout tone="waiting">{t("check.noNumber")}</Callout>}
        <div className="import-column-list">
          {columns.map((heading, at) => {
            const name = heading || t("check.unnamed", { number: at + 1 });
            return (
              <Select<ColumnRole>
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are never reordered
                key={at}
                label={name}
                options={roles.map((id) => ({ id, label: t(`check.${id}`) }))}
                value={mapping[at] ?? "ignore"}
                onChange={(role) => contactImports.setRole(at, role)}
              />
            );
          })}
        </div>
      </fieldset>
      {result?.source === "phone" ? null : (
        <Switch
          label={t("check.countryCode")}
          value={contactImports.fillsCountry.value}
          onChange={(fills) => contactImports.setFillsCountry(fills)}
        />
      )}
      <Outcome />
    </>
  );
}

function Outcome() {
  useSignals();
  const t = useText(importTexts);
  const result = contactImports.look.value?.result;
  if (contactImports.isLooking.value) return <Skeleton width="100%" height={180} />;
  if (!result) return null;
  return (
    <section className="import-preview" aria-label={t("check.preview")}>
      <div className="import-chips" role="status">
        <Chip tone="success">{t("check.willCreate", { count: result.created })}</Chip>
        {result.updated > 0 ? (
          <Chip tone="primary">{t("check.willUpdate", { count: result.updated })}</Chip>
        ) : null}
        {result.duplicates > 0 ? <Chip>{t("check.willSkip", { count: result.duplicates })}</Chip> : null}
        {result.invalidCount > 0 ? (
          <Chip tone="danger">{t("check.willDrop", { count: result.invalidCount })}</Chip>
        ) : null}
      </div>
      <p className="field-help">
        {t(contactImports.contactListId.value === null ? "check.filled" : "check.onceInList")}
      </p>
      <PreviewTable rows={result.preview} />
    </section>
  );
}

function PreviewTable({ rows }: { readonly rows: readonly PreviewRow[] }) {
  const t = useText(importTexts);
  const columns: readonly Column<PreviewRow>[] = [
    { id: "row", title: t("check.row"), card: "none", cell: ({ row }) => row },
    { id: "name", title: t("check.name"), card: "title", cell: ({ name }) => <span dir="auto">{name}</span> },
    {
      id: "number",
      title: t("check.number"),
      card: "body",
      cell: ({ number }) => <span className="import-figure">{formatNumber(number)}</span>,
    },
    { id: "email", title: t("check.email"), card: "body", cell: ({ email }) => email },
    {
      id: "outcome",
      title: t("check.outcome"),
      card: "corner",
      cell: ({ outcome, reason }) => (
        <Chip tone={TONES[outcome]}>{reason ? t(`reason.${reason}`) : t(`check.${outcome}`)}</Chip>
      ),
    },
  ];
  return (
    <DataTable<PreviewRow>
      label={t("check.preview")}
      columns={columns}
      rows={rows}
      rowKey={({ row }) => row}
    />
  );
}

export function StartButton() {
  useSignals();
  const t = useText(importTexts);
  const result = contactImports.look.value?.result;
  const count = result ? result.created + result.updated : 0;
  return (
    <Button
      variant="primary"
      isDisabled={count === 0 || contactImports.isLooking.value}
      onPress={() => void contactImports.start()}
    >
      {count === 0 && result ? t("check.nothing") : t("check.start", { count })}
    </Button>
  );
}
