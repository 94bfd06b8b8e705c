import { useSignals } from "@preact/signals-react/runtime";
import { EVENT_TYPES } from "#automation/integrations/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { useSecretProps } from "#web/ui/field/secret-props.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import type { IntegrationValues } from "./integration-form.ts";
import { integrationTexts } from "./locales/index.ts";

export interface FieldsProps {
  readonly form: FormModel<IntegrationValues>;
  /** Null for a new integration. */
  readonly integrationId: number | null;
}

/** Keys of texts must not contain dots. */
const eventKey = (type: string) => type.replace(".", "_") as "message_created";

/** The URL, and the events sent to it. */
export function HookFields({ form }: FieldsProps) {
  useSignals();
  const t = useText(integrationTexts);
  const field = useField(form);
  const address = useSecretProps(t("form.urlHelp"));
  const events = form.value("events");
  return (
    <>
      <TextField
        {...field("urlN8N")}
        label={t("form.url")}
        {...address}
        inputMode="url"
        autoComplete="off"
        isRequired
      />
      <fieldset className="integration-events">
        <legend>{t("form.events")}</legend>
        <p>{t("form.eventsHelp")}</p>
        <div className="integration-event-list">
          {EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={t(`event.${eventKey(type)}`)}
              value={events.includes(type)}
              onChange={(on) =>
                form.set("events", on ? [...events, type] : events.filter((other) => other !== type))
              }
            />
          ))}
        </div>
      </fieldset>
      {form.value("type") === "n8n" ? (
        <Switch {...field("legacyPayload")} label={t("form.legacy")} help={t("form.legacyHelp")} />
      ) : null}
    </>
  );
}
