import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { dataColor } from "#web/ui/color.ts";
import type { FieldsProps } from "./fields-general.tsx";
import { connectionsTexts } from "./locales/index.ts";

/** Which queues a connection feeds. */
export function QueueChoice({ form, queues }: FieldsProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const chosen = form.value("queueIds");
  const change = (id: number, isIn: boolean) =>
    form.set("queueIds", isIn ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset className="queue-choice">
      <legend className="field-label">{t("field.queues")}</legend>
      <p className="field-help">{t("field.queuesHelp")}</p>
      <div className="queue-choice-list" aria-busy={queues === null}>
        {queues?.length === 0 ? <p className="field-help">{t("field.noQueues")}</p> : null}
        {queues?.map((queue) => (
          <span key={queue.id} className="queue-choice-item" style={dataColor(queue.color)}>
            <Checkbox
              label={queue.name}
              value={chosen.includes(queue.id)}
              onChange={(isIn) => change(queue.id, isIn)}
            />
          </span>
        ))}
      </div>
    </fieldset>
  );
}
