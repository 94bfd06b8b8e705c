import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import { CONDITION_FIELDS } from "#inbox/conditions/shape/contract.ts";
import type { SlaPolicyAnswer } from "#inbox/sla/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { resolutionList } from "#web/inbox/tickets/resolutions/resolutions-store.ts";
import { conditionOn, isComplete, VIEW_FIELDS } from "#web/inbox/tickets/views/condition-model.ts";
import { type ConditionWords, ConditionWordsContext } from "#web/inbox/tickets/views/condition-words.ts";
import { ConditionsEditor } from "#web/inbox/tickets/views/conditions-editor.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { slaPolicyTexts } from "./locales/index.ts";
import {
  bodyOf,
  formOf,
  minutesOf,
  PolicyFormSchema,
  type PolicyFormValues,
  TARGETS,
  type Target,
  UNIT_NAMES,
} from "./policy-form.ts";
import { PromiseTest } from "./promise-test.tsx";
import { slaCalls } from "./sla-api.ts";

interface Props {
  /** Null adds a policy. */
  readonly policy: SlaPolicyAnswer | null;
  readonly onSaved: (saved: SlaPolicyAnswer) => void;
  readonly onClose: () => void;
}
const FIRST = conditionOn("priority", []);
const none = () => undefined;
/** Policies use some of the fields of views, with the same labels. */
const SLA_WORDS: ConditionWords = {
  fields: VIEW_FIELDS.filter((field) => !CONDITION_FIELDS[field]?.except?.includes("sla")),
  fieldName: none,
  opName: none,
  wordName: none,
  help: none,
  choices: none,
};

/** Adds or edits an SLA policy. */
export function PolicyDialog({ policy, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(slaPolicyTexts);
  const saved = useStableCallback(onSaved);
  const [error, setError] = useState<"times" | "conditions" | null>(null);
  useEffect(() => {
    void resolutionList.need();
    void fieldList.need();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update must not overwrite the input
  const form = useMemo(
    () =>
      new FormModel<PolicyFormValues>({
        initial: formOf(policy),
        schema: PolicyFormSchema,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
        onFailure: (failure) => {
          const isLimit = failure instanceof ApiError && failure.code === "ERR_LIMIT_REACHED";
          if (isLimit) toast.error(t("form.limit", { limit: Number(failure.details["limit"]) }));
          else toast.failure(failure);
        },
        fieldsOfCode: { ERR_NAME_IN_USE: { name: "in_use" } },
        submit: async (values) => {
          const isPromise = TARGETS.some(
            (target) => minutesOf(values[target], values[`${target}Unit`]) !== null,
          );
          const isWhole = values.conditions === null || isComplete(values.conditions);
          setError(isPromise ? (isWhole ? null : "conditions") : "times");
          if (!isPromise || !isWhole) return;
          const body = bodyOf(values);
          const answer = await (policy ? slaCalls.update(policy.id, body) : slaCalls.create(body));
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [policy?.id],
  );
  const field = useField(form);
  const name = field("name");
  const conditions = form.value("conditions");
  return (
    <FormDialog form={form} size="l" title={t(policy ? "form.editTitle" : "form.addTitle")} onClose={onClose}>
      <TextField
        {...name}
        label={t("form.name")}
        error={form.problem("name") === "in_use" ? t("form.taken") : name.error}
        isRequired
        autoFocus
        maxLength={40}
      />
      <fieldset className="sla-times">
        <legend className="field-label">{t("form.times")}</legend>
        {TARGETS.map((target) => (
          <TimeField key={target} form={form} target={target} />
        ))}
        <p className="field-help">{t("form.timesHelp")}</p>
        {error === "times" ? (
          <p className="field-error" role="alert">
            {t("form.noTime")}
          </p>
        ) : null}
      </fieldset>
      <Switch
        label={t("form.every")}
        value={conditions === null}
        onChange={(isEvery) => form.set("conditions", isEvery ? null : { all: [FIRST] })}
      />
      {conditions === null ? null : (
        <ConditionWordsContext value={SLA_WORDS}>
          <ConditionsEditor
            value={conditions}
            error={error === "conditions" ? t("form.incomplete") : null}
            onChange={(next) => form.set("conditions", next)}
          />
        </ConditionWordsContext>
      )}
      <Select
        {...field("hours")}
        label={t("form.hours")}
        options={(["company", "queue", "clock"] as const).map((id) => ({ id, label: t(`hours.${id}`) }))}
      />
      <Select
        {...field("startsAt")}
        label={t("form.startsAt")}
        options={(["queue", "arrival"] as const).map((id) => ({ id, label: t(`startsAt.${id}`) }))}
      />
      <TextField
        {...field("warnPercent")}
        label={t("form.warn")}
        help={t("form.warnHelp")}
        inputMode="numeric"
        maxLength={2}
        suffix="%"
      />
      <Switch {...field("pauseAsleep")} label={t("form.pauseAsleep")} />
      <Switch {...field("pauseWaitingCustomer")} label={t("form.pauseWaiting")} />
      <Switch {...field("active")} label={t("form.active")} help={t("form.activeHelp")} />
      <PromiseTest form={form} />
    </FormDialog>
  );
}

/** A promised time: an amount and its unit. */
function TimeField({
  form,
  target,
}: {
  readonly form: FormModel<PolicyFormValues>;
  readonly target: Target;
}) {
  useSignals();
  const t = useText(slaPolicyTexts);
  const field = useField(form);
  return (
    <div className="sla-time">
      <TextField {...field(target)} label={t(`target.${target}`)} inputMode="numeric" maxLength={6} />
      <Select
        {...field(`${target}Unit`)}
        label={t("form.unit", { target: t(`target.${target}`) })}
        hideLabel
        options={UNIT_NAMES.map((id) => ({ id, label: t(`unit.${id}`) }))}
      />
    </div>
  );
}
