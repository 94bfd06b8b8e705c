import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { FieldsProps } from "./fields-general.tsx";
import { connectionsTexts } from "./locales/index.ts";
import { NumberField } from "./number-field.tsx";

/** Redirection, limits of the menu, and times, each with its unit. */
export function LimitFields({ form, queues }: FieldsProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const minutes = t("form.minutes");
  return (
    <>
      <div className="form-row">
        <Select
          label={t("field.sendIdQueue")}
          help={t("field.sendIdQueueHelp")}
          options={[
            { id: 0, label: t("field.noRedirect") },
            ...(queues ?? []).map((queue) => ({ id: queue.id, label: queue.name })),
          ]}
          value={form.value("sendIdQueue")}
          onChange={(id) => form.set("sendIdQueue", id)}
        />
        <NumberField form={form} name="timeSendQueue" label={t("field.timeSendQueue")} unit={minutes} />
      </div>
      <div className="form-row">
        <NumberField
          form={form}
          name="maxUseBotQueues"
          label={t("field.maxUseBotQueues")}
          unit={t("form.times")}
          help={t("field.maxUseBotHelp")}
        />
        <NumberField form={form} name="timeUseBotQueues" label={t("field.timeUseBotQueues")} unit={minutes} />
      </div>
      <div className="form-row">
        <NumberField
          form={form}
          name="expiresTicket"
          label={t("field.expiresTicket")}
          unit={minutes}
          help={t("field.zeroNever")}
        />
        <NumberField
          form={form}
          name="timeCreateNewTicket"
          label={t("field.timeCreateNewTicket")}
          unit={minutes}
          help={t("field.timeCreateHelp")}
        />
      </div>
      <div className="form-row">
        <NumberField form={form} name="ratingTimeout" label={t("field.ratingTimeout")} unit={minutes} />
        <NumberField form={form} name="outOfHoursRepeat" label={t("field.outOfHoursRepeat")} unit={minutes} />
      </div>
      <Switch
        label={t("field.keepUserOnReopen")}
        value={form.value("keepUserOnReopen")}
        onChange={(value) => form.set("keepUserOnReopen", value)}
      />
    </>
  );
}
