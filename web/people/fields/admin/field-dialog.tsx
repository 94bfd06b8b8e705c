import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import type { QueueRef } from "#accounts/queues/contract.ts";
import { type FieldAnswer, FieldKind, KINDS_WITH_CHOICES } from "#people/fields/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { fieldCalls } from "#web/people/fields/fields-api.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { QueueChoice } from "#web/ui/select/queue-choice.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import {
  createBody,
  FieldFormSchema,
  type FieldFormValues,
  formOf,
  keyOfLabel,
  updateBody,
} from "./field-form.ts";

interface Props {
  /** Null adds a field. */
  readonly field: FieldAnswer | null;
  /** Null until they are loaded. */
  readonly queues: readonly QueueRef[] | null;
  readonly onSaved: (saved: FieldAnswer) => void;
  readonly onClose: () => void;
}

/** Adds or edits a custom field; owner and key are chosen once. */
export function FieldDialog({ field: edited, queues, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(fieldTexts);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the field must not overwrite the input
  const form = useMemo(
    () =>
      new FormModel<FieldFormValues>({
        initial: formOf(edited),
        schema: FieldFormSchema,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
        onFailure: (error) => {
          const words = limitText(error);
          if (words) toast.error(words);
          else toast.failure(error);
        },
        fieldsOfCode: { ERR_NAME_IN_USE: { label: "in_use" } },
        submit: async (values) => {
          const answer = await (edited
            ? fieldCalls.update(edited.id, updateBody(values))
            : fieldCalls.create(createBody(values)));
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [edited?.id],
  );
  const limitText = (error: unknown): string | null => {
    if (!(error instanceof ApiError) || error.code !== "ERR_LIMIT_REACHED") return null;
    const limit = Number(error.details["limit"]);
    return t(error.details["resource"] === "fieldsInList" ? "form.limitFieldsInList" : "form.limitFields", {
      limit,
    });
  };
  const field = useField(form);
  const label = field("label");
  const key = form.value("key");
  return (
    <FormDialog form={form} title={t(edited ? "form.editTitle" : "form.addTitle")} onClose={onClose}>
      {edited ? null : (
        <Select
          {...field("of")}
          label={t("form.of")}
          options={[
            { id: "ticket" as const, label: t("form.ofTicket") },
            { id: "contact" as const, label: t("form.ofContact") },
          ]}
        />
      )}
      <div className="field-form-row">
        <TextField
          {...label}
          label={t("form.label")}
          error={form.problem("label") === "in_use" ? t("form.taken") : label.error}
          isRequired
          autoFocus
          maxLength={40}
          onChange={(typed) => {
            if (!edited && key === keyOfLabel(form.value("label"))) form.set("key", keyOfLabel(typed));
            label.onChange(typed);
          }}
        />
        <TextField
          {...field("key")}
          label={t("form.key")}
          help={t("form.keyHelp", { variable: `{{${key || "…"}}}` })}
          isRequired
          isDisabled={edited !== null}
          maxLength={30}
        />
      </div>
      <Select
        {...field("kind")}
        label={t("form.kind")}
        help={edited?.hasValues ? t("form.kindFixed") : undefined}
        isDisabled={edited?.hasValues === true}
        options={FieldKind.options.map((id) => ({ id, label: t(`kind.${id}`) }))}
      />
      {KINDS_WITH_CHOICES.includes(form.value("kind")) ? (
        <TextArea
          {...field("choices")}
          label={t("form.choices")}
          help={t("form.choicesHelp")}
          isRequired
          rows={4}
        />
      ) : null}
      <Switch {...field("required")} label={t("form.required")} help={t("form.requiredHelp")} />
      <Switch {...field("inList")} label={t("form.inList")} help={t("form.inListHelp")} />
      <QueueChoice
        label={t("form.queues")}
        help={t("form.queuesHelp")}
        emptyText={t("list.allQueues")}
        queues={queues}
        value={form.value("queueIds")}
        onChange={(ids) => form.set("queueIds", ids)}
      />
      {edited ? <Switch {...field("active")} label={t("form.active")} help={t("form.activeHelp")} /> : null}
    </FormDialog>
  );
}
