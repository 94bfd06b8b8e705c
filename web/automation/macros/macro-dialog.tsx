import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import type { MacroAnswer } from "#automation/macros/contract.ts";
import { ActionsEditor } from "#web/automation/ticket-actions/actions-editor.tsx";
import { MACRO_KINDS, problemOfList } from "#web/automation/ticket-actions/draft.ts";
import { loadActionTexts } from "#web/automation/ticket-actions/load-texts.ts";
import { useText } from "#web/i18n/use-text.ts";
import { macroTexts } from "#web/inbox/tickets/macros/locales/index.ts";
import { macroList } from "#web/inbox/tickets/macros/macro-list.ts";
import { macroCalls } from "#web/inbox/tickets/macros/macros-api.ts";
import { colleagues, queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { resolutionList } from "#web/inbox/tickets/resolutions/resolutions-store.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { session } from "#web/lib/session/session.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { QueueChoice } from "#web/ui/select/queue-choice.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { macroForm } from "./macro-form.ts";
import type { Sample } from "./samples.ts";

/** The dialog with its texts. */
export async function loadMacroDialog() {
  await loadActionTexts();
  return MacroDialog;
}

interface Props {
  /** Null adds a macro. */
  readonly macro: MacroAnswer | null;
  readonly sample: Sample | null;
  readonly onClose: () => void;
}

/** Adds or changes a macro (docs/rules/macros.md). */
function MacroDialog({ macro, sample, onClose }: Props) {
  useSignals();
  const t = useText(macroTexts);
  useEffect(() => {
    for (const list of [queues, tags, colleagues, resolutionList, fieldList]) void list.need();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update must not overwrite the input
  const form = useMemo(
    () =>
      macroForm({
        macro,
        sample,
        calls: macroCalls,
        onFailure: (error) => {
          const isLimit = error instanceof ApiError && error.code === "ERR_LIMIT_REACHED";
          if (isLimit) toast.error(t("form.limit", { limit: Number(error.details["limit"]) }));
          else toast.failure(error);
        },
        onSaved: (saved) => {
          macroList.put(saved);
          toast.success(t("form.saved"));
          onClose();
        },
      }),
    [macro?.id],
  );
  const field = useField(form);
  const name = field("name");
  const isShared = form.value("shared");
  const actions = form.value("actions");
  return (
    <FormDialog form={form} title={t(macro ? "form.editTitle" : "form.addTitle")} size="l" onClose={onClose}>
      <TextField
        {...name}
        label={t("form.name")}
        error={form.problem("name") === "in_use" ? t("form.taken") : name.error}
        maxLength={40}
        isRequired
        autoFocus
      />
      <TextField
        {...field("description")}
        label={t("form.description")}
        help={t("form.descriptionHelp")}
        maxLength={200}
      />
      <ActionsEditor
        value={actions}
        onChange={(value) => form.set("actions", value)}
        kinds={MACRO_KINDS}
        files={macro?.files ?? []}
        problem={form.problem("actions") ? problemOfList(actions) : null}
        isShared={isShared}
      />
      <Select
        label={t("form.digit")}
        help={t("form.digitHelp")}
        options={digitOptions(macro, isShared, t)}
        value={form.value("digit") ?? 0}
        onChange={(digit) => form.set("digit", digit === 0 ? null : digit)}
      />
      {!macro && session.user.value?.profile === "admin" ? (
        <Switch {...field("shared")} label={t("form.shared")} help={t("form.sharedHelp")} />
      ) : null}
      {isShared ? (
        <QueueChoice
          label={t("form.queues")}
          help={t("form.queuesHelp")}
          emptyText={t("form.noQueues")}
          queues={queues.all.value}
          value={form.value("queueIds")}
          onChange={(ids) => form.set("queueIds", ids)}
        />
      ) : null}
      <Switch {...field("active")} label={t("form.active")} help={t("form.activeHelp")} />
    </FormDialog>
  );
}

type Words = ReturnType<typeof useText<typeof import("#web/inbox/tickets/macros/locales/pt.json")>>;

/** No key and the digits, with the macro that has each now. */
function digitOptions(macro: MacroAnswer | null, isShared: boolean, t: Words) {
  const others = macroList.all.value.filter((one) => one.id !== macro?.id && one.shared === isShared);
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => {
    const other = others.find((one) => one.digit === digit);
    const label = other ? t("form.digitTaken", { digit, name: other.name }) : String(digit);
    return { id: digit, label };
  });
  return [{ id: 0, label: t("form.noDigit") }, ...digits];
}
