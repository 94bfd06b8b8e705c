import { useSignals } from "@preact/signals-react/runtime";
import {
  type RuleEvent,
  RuleEvent as RuleEvents,
  type RuleSettings,
  StatusChange,
} from "#automation/rules/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { tags } from "#web/inbox/tickets/reference-data.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { MultiSelect } from "#web/ui/select/multi-select.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { ruleTexts } from "./locales/index.ts";
import { TIMED } from "./rule-form.ts";

interface Props {
  readonly event: RuleEvent;
  readonly settings: RuleSettings;
  readonly isMinutesMissing: boolean;
  readonly onEvent: (event: RuleEvent) => void;
  readonly onSettings: (settings: RuleSettings) => void;
}

/** "Quando": the event of a rule and what it selects among such events. */
export function EventFields({ event, settings, isMinutesMissing, onEvent, onSettings }: Props) {
  useSignals();
  const t = useText(ruleTexts);
  const words = useText(common);
  const change = (changes: Partial<RuleSettings>) => onSettings({ ...settings, ...changes });
  const changes = StatusChange.options.map((name, index) => ({
    id: index + 1,
    name: t(`change.${name}`),
    item: name,
  }));
  return (
    <>
      <Select<RuleEvent>
        label={t("form.event")}
        hideLabel
        options={RuleEvents.options.map((id) => ({ id, label: t(`event.${id}`) }))}
        value={event}
        onChange={onEvent}
      />
      {TIMED.has(event) ? (
        <div className="action-pair">
          <TextField
            label={t("form.minutes")}
            inputMode="numeric"
            maxLength={5}
            isRequired
            error={isMinutesMissing ? words("form.required") : null}
            value={settings.minutes === undefined ? "" : String(settings.minutes)}
            onChange={(typed) => {
              const digits = typed.replace(/\D/g, "");
              change({ minutes: digits === "" ? undefined : Number(digits) });
            }}
          />
          <Select
            label={t("form.hours")}
            options={(["clock", "open"] as const).map((id) => ({ id, label: t(`form.${id}`) }))}
            value={settings.hours ?? "clock"}
            onChange={(hours) => change({ hours })}
          />
        </div>
      ) : null}
      {event === "status_changed" ? (
        <MultiSelect
          label={t("form.changes")}
          trigger={
            changes
              .filter(({ item }) => settings.changes?.includes(item))
              .map(({ name }) => name)
              .join(", ") || t("form.any")
          }
          items={changes}
          chosen={changes.filter(({ item }) => settings.changes?.includes(item)).map(({ id }) => id)}
          onChange={(ids) => {
            const chosen = changes.filter(({ id }) => ids.includes(id)).map(({ item }) => item);
            change({ changes: chosen.length === 0 ? undefined : chosen });
          }}
          onOpen={() => undefined}
          emptyText={t("form.any")}
        />
      ) : null}
      {event === "tag_added" ? (
        <MultiSelect
          label={t("form.tags")}
          trigger={
            tags.all.value
              .filter(({ id }) => settings.tagIds?.includes(id))
              .map(({ name }) => name)
              .join(", ") || t("form.any")
          }
          items={tags.all.value}
          chosen={settings.tagIds ?? []}
          onChange={(ids) => change({ tagIds: ids.length === 0 ? undefined : [...ids] })}
          onOpen={() => void tags.need()}
          emptyText={t("form.any")}
        />
      ) : null}
    </>
  );
}
