import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { QueueRef } from "#accounts/queues/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { weekdayMoment } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { useOptions } from "#web/ui/form/use-options.ts";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { slaPolicyTexts } from "./locales/index.ts";
import { minutesOf, type PolicyFormValues, TARGETS } from "./policy-form.ts";
import { slaCalls } from "./sla-api.ts";

/** Shows when each time of the form would be due for a customer who writes at a time. */
export function PromiseTest({ form }: { readonly form: FormModel<PolicyFormValues> }) {
  useSignals();
  const t = useText(slaPolicyTexts);
  const [start, setStart] = useState("");
  const [queueId, setQueueId] = useState("0");
  const [results, setResults] = useState<readonly string[]>([]);
  const queues = useOptions(() => api.get<readonly QueueRef[]>("/queue"));
  const hours = form.value("hours");
  const run = async () => {
    try {
      const promised = TARGETS.flatMap((target) => {
        const minutes = minutesOf(form.value(target), form.value(`${target}Unit`));
        return minutes === null ? [] : [{ target, minutes }];
      });
      const queue = hours === "queue" && queueId !== "0" ? Number(queueId) : null;
      const answers = await Promise.all(
        promised.map(({ minutes }) => slaCalls.test({ start, minutes, hours, queueId: queue })),
      );
      setResults(
        promised.map(({ target }, index) =>
          t("test.result", {
            target: t(`target.${target}`),
            time: weekdayMoment(answers[index]?.dueAt ?? "", new Date().toISOString()),
          }),
        ),
      );
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <fieldset className="sla-test">
      <legend className="field-label">{t("test.title")}</legend>
      <div className="sla-test-row">
        <TextField type="datetime-local" label={t("test.start")} value={start} onChange={setStart} />
        {hours === "queue" ? (
          <Select
            label={t("test.queue")}
            options={[
              { id: "0", label: t("test.noQueue") },
              ...(queues ?? []).map(({ id, name }) => ({ id: String(id), label: name })),
            ]}
            value={queueId}
            onChange={setQueueId}
          />
        ) : null}
        <Button isDisabled={start === ""} onPress={() => void run()}>
          {t("test.run")}
        </Button>
      </div>
      <ul aria-live="polite">
        {results.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </fieldset>
  );
}
