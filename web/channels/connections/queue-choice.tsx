import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { QueueChoice as Choice } from "#web/ui/select/queue-choice.tsx";
import type { FieldsProps } from "./fields-general.tsx";
import { connectionsTexts } from "./locales/index.ts";

export function QueueChoice({ form, queues }: Omit<FieldsProps, "channel">) {
  useSignals();
  const t = useText(connectionsTexts);
  return (
    <Choice
      label={t("field.queues")}
      help={t("field.queuesHelp")}
      emptyText={t("field.noQueues")}
      queues={queues}
      value={form.value("queueIds")}
      onChange={(queueIds) => form.set("queueIds", queueIds)}
    />
  );
}
