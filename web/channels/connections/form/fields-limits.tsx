import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { QueueRef } from "#accounts/queues/contract.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { redirectsToUnservedQueue } from "./connection-form-model.ts";
import type { FieldsProps } from "./fields-general.tsx";
import { NumberField } from "./number-field.tsx";

const asOption = ({ id, name }: QueueRef) => ({ id, label: name });

/** Pairs of fields shown side by side. */
const ROWS = [
  [
    { name: "maxUseBotQueues", unit: "times", help: "maxUseBotHelp", zero: "unlimited" },
    { name: "timeUseBotQueues", unit: "minutes", help: "timeUseBotHelp", zero: "noWait" },
  ],
  [
    { name: "expiresTicket", unit: "minutes", help: "expiresTicketHelp", zero: "standard" },
    { name: "timeCreateNewTicket", unit: "minutes", help: "timeCreateHelp", zero: "alwaysNew" },
  ],
  [
    { name: "ratingTimeout", unit: "minutes", help: "ratingTimeoutHelp", zero: "atOnce" },
    { name: "outOfHoursRepeat", unit: "minutes", help: "outOfHoursRepeatHelp", zero: "always" },
  ],
] as const;

export function LimitFields({ form, queues }: FieldsProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const { queueIds, sendIdQueue } = form.values.value;
  // A queue that the connection no longer serves remains an option, so that the warning is visible.
  const offered = (queues ?? []).filter(({ id }) => queueIds.includes(id) || id === sendIdQueue);
  return (
    <>
      <div className="form-row">
        <Select
          label={t("field.sendIdQueue")}
          help={t("field.sendIdQueueHelp")}
          options={[{ id: 0, label: t("field.noRedirect") }, ...offered.map(asOption)]}
          value={form.value("sendIdQueue")}
          onChange={(id) => form.set("sendIdQueue", id)}
        />
        <NumberField
          form={form}
          name="timeSendQueue"
          label={t("field.timeSendQueue")}
          unit={t("form.minutes")}
          help={t("field.timeSendHelp")}
          zero="never"
        />
      </div>
      {redirectsToUnservedQueue(form.values.value) ? (
        <Callout tone="waiting" icon={<TriangleAlert aria-hidden="true" />}>
          {t("field.sendIdQueueStray")}
        </Callout>
      ) : null}
      {ROWS.map((row) => (
        <div className="form-row" key={row[0].name}>
          {row.map(({ name, unit, help, zero }) => (
            <NumberField
              key={name}
              form={form}
              name={name}
              label={t(`field.${name}`)}
              unit={t(`form.${unit}`)}
              help={t(`field.${help}`)}
              zero={zero}
            />
          ))}
        </div>
      ))}
      <Switch
        label={t("field.keepUserOnReopen")}
        help={t("field.keepUserHelp")}
        value={form.value("keepUserOnReopen")}
        onChange={(value) => form.set("keepUserOnReopen", value)}
      />
    </>
  );
}
