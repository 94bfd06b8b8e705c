import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { ACTIONS, type Action, KINDS, type Kind } from "#accounts/audit/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Select } from "#web/ui/select/select.tsx";
import type { AuditModel } from "./audit-model.ts";
import { auditTexts } from "./locales/index.ts";

const ANY = "";
const EVERYBODY = 0;
/** Subjects of the provider's trail; the filter of a company's trail omits them. */
const OF_PROVIDER: ReadonlySet<Kind> = new Set([
  "plan",
  "gateway",
  "brand",
  "signup",
  "legal-text",
  "help",
  "backup",
  "cockpit",
  "key",
]);

/** Filter by person, type, action and period; each change applies at once. */
export function FilterBar({ model }: { readonly model: AuditModel }) {
  useSignals();
  const t = useText(auditTexts);
  const filter = model.filter.value;
  const byName = <Id extends string>(ids: readonly Id[], nameOf: (id: Id) => string) =>
    ids.map((id) => ({ id, label: nameOf(id) })).toSorted((a, b) => a.label.localeCompare(b.label));
  const kinds = KINDS.filter((kind) => model.trail.value === "provider" || !OF_PROVIDER.has(kind));
  return (
    <search className="panel audit-filter" aria-label={t("filter.label")}>
      <Select
        label={t("filter.person")}
        options={[
          { id: EVERYBODY, label: t("filter.everybody") },
          ...model.people.value.map(({ id, name }) => ({ id, label: name })),
        ]}
        value={filter.userId ?? EVERYBODY}
        onChange={(id) => model.look({ userId: id === EVERYBODY ? undefined : id })}
      />
      <Select<Kind | typeof ANY>
        label={t("filter.kind")}
        options={[{ id: ANY, label: t("filter.everything") }, ...byName(kinds, (kind) => t(`kind.${kind}`))]}
        value={filter.kind ?? ANY}
        onChange={(kind) =>
          model.look({ kind: kind === ANY ? undefined : kind, thingId: undefined, thing: undefined })
        }
      />
      <Select<Action | typeof ANY>
        label={t("filter.verb")}
        options={[
          { id: ANY, label: t("filter.anything") },
          ...byName(ACTIONS, (action) => t(`verb.${action}`)),
        ]}
        value={filter.verb ?? ANY}
        onChange={(verb) => model.look({ verb: verb === ANY ? undefined : verb })}
      />
      <TextField
        type="date"
        label={t("filter.from")}
        value={filter.from ?? ""}
        onChange={(from) => model.look({ from: from || undefined })}
      />
      <TextField
        type="date"
        label={t("filter.to")}
        value={filter.to ?? ""}
        onChange={(to) => model.look({ to: to || undefined })}
      />
      {model.isFiltered.value ? (
        <div className="audit-chosen">
          {filter.thing === undefined ? null : (
            <Button
              size="s"
              icon={<X aria-hidden="true" />}
              onPress={() => model.look({ thingId: undefined, thing: undefined })}
            >
              {t("filter.thing", { name: filter.thing })}
            </Button>
          )}
          <Button size="s" variant="ghost" onPress={() => model.clear()}>
            {t("filter.clear")}
          </Button>
        </div>
      ) : null}
    </search>
  );
}
