import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import { useEffect, useMemo, useState } from "react";
import type { TemplateAnswer } from "#channels/templates/contract.ts";
import { type FollowUpAnswer, MAX_NAME, MAX_STEPS } from "#inbox/follow-ups/contract.ts";
import { templateTexts } from "#web/channels/templates/locales/index.ts";
import { useTemplates } from "#web/channels/templates/use-templates.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type FollowUpForm, followUpForm, isWaitFine, newStep } from "./follow-up-form.ts";
import { followUpList } from "./follow-up-list.ts";
import { followUpCalls } from "./follow-ups-api.ts";
import { followUpTexts } from "./locales/index.ts";
import { StepField } from "./step-field.tsx";
import { WaitField } from "./wait-field.tsx";
import "./follow-ups.css";

/** The dialog with its texts. */
export async function loadFollowUpDialog() {
  await preloadTexts(followUpTexts, variableTexts, templateTexts);
  return FollowUpDialog;
}

interface Props {
  /** Null adds a follow-up. */
  readonly followUp: FollowUpAnswer | null;
  readonly onClose: () => void;
}

/** Adds or changes a follow-up (docs/rules/follow-ups.md#sequences). */
function FollowUpDialog({ followUp, onClose }: Props) {
  useSignals();
  const t = useText(followUpTexts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update must not overwrite the input
  const form = useMemo(
    () =>
      followUpForm({
        followUp,
        calls: followUpCalls,
        onFailure: (error) => {
          const isLimit = error instanceof ApiError && error.code === "ERR_LIMIT_REACHED";
          if (isLimit) toast.error(t("form.limit", { limit: Number(error.details["limit"]) }));
          else toast.failure(error);
        },
        onSaved: (saved) => {
          followUpList.put(saved);
          toast.success(t("form.saved"));
          onClose();
        },
      }),
    [followUp?.id],
  );
  const name = useField(form)("name");
  const [numberId, setNumberId] = useState<number | null>(null);
  const numbers = useOfficialNumbers();
  const chosen = numbers.find(({ id }) => id === numberId)?.id ?? numbers[0]?.id ?? null;
  const templates = useTemplates(chosen);
  return (
    <FormDialog
      form={form}
      title={t(followUp ? "form.editTitle" : "form.addTitle")}
      size="l"
      onClose={onClose}
    >
      <TextField
        {...name}
        label={t("form.name")}
        error={form.problem("name") === "in_use" ? t("form.taken") : name.error}
        maxLength={MAX_NAME}
        isRequired
        autoFocus
      />
      {numbers.length > 1 ? (
        <Select
          label={t("form.number")}
          options={numbers.map(({ id, name: label }) => ({ id, label }))}
          value={chosen}
          onChange={setNumberId}
        />
      ) : null}
      <Steps form={form} templates={chosen === null ? null : (templates ?? [])} />
      <Ending form={form} />
      <Switch
        label={t("form.onlyInHours")}
        help={t("form.onlyInHoursHelp")}
        value={form.value("onlyInHours")}
        onChange={(on) => form.set("onlyInHours", on)}
      />
      {!followUp && session.user.value?.profile === "admin" ? (
        <Switch
          label={t("form.shared")}
          help={t("form.sharedHelp")}
          value={form.value("shared")}
          onChange={(on) => form.set("shared", on)}
        />
      ) : null}
    </FormDialog>
  );
}

/** The official numbers of the company, whose templates a step may have. */
function useOfficialNumbers() {
  useEffect(() => void connections.open(), []);
  return connections.list.value.filter(({ provider }) => provider === "cloud");
}

interface StepsProps {
  readonly form: FollowUpForm;
  readonly templates: readonly TemplateAnswer[] | null;
}

function Steps({ form, templates }: StepsProps) {
  useSignals();
  const t = useText(followUpTexts);
  const steps = form.value("steps");
  const isChecked = form.problem("steps") !== null;
  return (
    <>
      <ol className="follow-up-steps">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and their place is what they are
          <li key={at}>
            <StepField
              step={step}
              place={at + 1}
              templates={templates}
              isChecked={isChecked}
              onChange={(changes) => form.set("steps", steps.with(at, { ...step, ...changes }))}
              onRemove={steps.length > 1 ? () => form.set("steps", steps.toSpliced(at, 1)) : null}
            />
          </li>
        ))}
      </ol>
      <Button
        size="s"
        icon={<Plus aria-hidden="true" />}
        isDisabled={steps.length >= MAX_STEPS}
        onPress={() => form.set("steps", [...steps, newStep()])}
      >
        {t("form.addStep")}
      </Button>
    </>
  );
}

const ENDS = ["none", "resolve_silent", "resolve", "return"] as const;

function Ending({ form }: Pick<StepsProps, "form">) {
  useSignals();
  const t = useText(followUpTexts);
  return (
    <fieldset className="follow-up-step">
      <legend>{t("form.ending")}</legend>
      <WaitField
        label={t("form.endWait")}
        value={form.value("endWait")}
        onChange={(wait) => form.set("endWait", wait)}
        error={form.problem("endWait") && !isWaitFine(form.value("endWait")) ? t("form.waitRange") : null}
      />
      <Select
        label={t("form.endAction")}
        options={ENDS.map((id) => ({ id, label: t(`ending.${id}`) }))}
        value={form.value("endAction")}
        onChange={(action) => form.set("endAction", action)}
      />
    </fieldset>
  );
}
