import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { QueueRef } from "#queues/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { isStray } from "./connection-form-model.ts";
import type { FieldsProps } from "./fields-general.tsx";
import { connectionsTexts } from "./locales/index.ts";
import { NumberField } from "./number-field.tsx";

const asOption = ({ id, name }: QueueRef) => ({ id, label: name });

/** Redirection, limits of the menu, and times, each with its unit. */
export function LimitFields({ form, queues }: FieldsProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const minutes = t("form.minutes");
  const { queueIds, sendIdQueue } = form.values.value;
  // A queue that was set before stays on the list, so that one sees what is wrong with it.
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
          unit={minutes}
          help={t("field.timeSendHelp")}
        />
      </div>
      {isStray(form.values.value) ? (
        <Callout tone="waiting" icon={<TriangleAlert aria-hidden="true" />}>
          {t("field.sendIdQueueStray")}
        </Callout>
      ) : null}
      <div className="form-row">
        <NumberField
          form={form}
          name="maxUseBotQueues"
          label={t("field.maxUseBotQueues")}
          unit={t("form.times")}
          help={t("field.maxUseBotHelp")}
        />
        <NumberField
          form={form}
          name="timeUseBotQueues"
          label={t("field.timeUseBotQueues")}
          unit={minutes}
          help={t("field.timeUseBotHelp")}
        />
      </div>
      <div className="form-row">
        <NumberField
          form={form}
          name="expiresTicket"
          label={t("field.expiresTicket")}
          unit={minutes}
          help={t("field.expiresTicketHelp")}
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
        <NumberField
          form={form}
          name="ratingTimeout"
          label={t("field.ratingTimeout")}
          unit={minutes}
          help={t("field.ratingTimeoutHelp")}
        />
        <NumberField
          form={form}
          name="outOfHoursRepeat"
          label={t("field.outOfHoursRepeat")}
          unit={minutes}
          help={t("field.outOfHoursRepeatHelp")}
        />
      </div>
      <Switch
        label={t("field.keepUserOnReopen")}
        help={t("field.keepUserHelp")}
        value={form.value("keepUserOnReopen")}
        onChange={(value) => form.set("keepUserOnReopen", value)}
      />
    </>
  );
}
