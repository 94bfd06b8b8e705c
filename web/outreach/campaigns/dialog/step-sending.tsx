import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { companyZone, localTime } from "#web/lib/format/dates.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import type { StepProps } from "./step-audience.tsx";

/** Start time, and the queue for the replies. */
export function SendingStep({ form, offers, isReadOnly }: StepProps) {
  useSignals();
  const t = useText(campaignTexts);
  const field = useField(form);
  const zone = companyZone.value.replaceAll("_", " ");
  const isHere = Intl.DateTimeFormat().resolvedOptions().timeZone === companyZone.value;
  const { error: _error, ...scheduledAt } = field("scheduledAt");
  return (
    <>
      <TextField
        {...scheduledAt}
        type="datetime-local"
        label={t("field.scheduledAt")}
        help={isHere ? t("field.scheduledHelp") : t("field.zone", { zone })}
        isReadOnly={isReadOnly}
        error={form.problem("scheduledAt") ? t("field.past") : null}
      />
      {isReadOnly ? null : (
        <div className="campaign-when">
          <Button size="s" onPress={() => form.set("scheduledAt", localTime(Date.now()))}>
            {t("field.now")}
          </Button>
          <Button
            size="s"
            isDisabled={form.value("scheduledAt") === ""}
            onPress={() => form.set("scheduledAt", "")}
          >
            {t("field.unschedule")}
          </Button>
        </div>
      )}
      <Select<number>
        {...field("campaignReplyQueueId")}
        label={t("field.replyQueue")}
        help={t("field.replyHelp")}
        isDisabled={isReadOnly}
        options={[
          { id: 0, label: t("field.noQueue") },
          ...(offers.queues ?? []).map(({ id, name }) => ({ id, label: name })),
        ]}
      />
    </>
  );
}
