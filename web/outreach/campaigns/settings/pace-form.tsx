import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { MESSAGE_INTERVALS, OTHER_INTERVALS } from "#outreach/campaigns/settings/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { paceTexts } from "./locales/index.ts";
import { PaceExample } from "./pace-example.tsx";
import { createPaceForm, type PaceValues } from "./settings-form.ts";
import { VariablesField } from "./variables-field.tsx";

/** Intervals and variables with an example beside them; saved together. */
export function PaceForm({ initial }: { readonly initial: PaceValues }) {
  useSignals();
  const t = useText(paceTexts);
  const words = useText(common);
  const form = useMemo(
    () =>
      createPaceForm({
        initial,
        save: campaignCalls.saveSettings,
        onSaved: () => toast.success(text(paceTexts, "page.saved")),
        onFailure: toast.failure,
      }),
    [initial],
  );
  const field = useField(form);
  const seconds = (options: readonly number[]) =>
    options.map((id) => ({ id, label: id === 0 ? t("pace.none") : t("pace.seconds", { count: id }) }));
  return (
    <Form form={form} label={t("page.pace")} className="campaign-settings-form">
      <section className="panel campaign-settings-box">
        <header>
          <h2>{t("page.pace")}</h2>
          <p className="field-help">{t("page.paceHelp")}</p>
        </header>
        <div className="pace-columns">
          <div className="form">
            <Select
              {...field("messageInterval")}
              label={t("pace.messageInterval")}
              options={seconds(MESSAGE_INTERVALS)}
            />
            <Select
              {...field("longerIntervalAfter")}
              label={t("pace.longerIntervalAfter")}
              options={OTHER_INTERVALS.map((id) => ({
                id: id as number,
                label: id === 0 ? t("pace.never") : t("pace.messages", { count: id }),
              }))}
            />
            <Select
              {...field("greaterInterval")}
              label={t("pace.greaterInterval")}
              options={seconds(OTHER_INTERVALS)}
            />
          </div>
          <PaceExample pace={form.values.value} />
        </div>
      </section>
      <section className="panel campaign-settings-box">
        <header>
          <h2>{t("page.variables")}</h2>
          <p className="field-help">{t("page.variablesHelp")}</p>
        </header>
        <VariablesField form={form} />
      </section>
      <FormActions form={form} submitLabel={words("action.save")} />
    </Form>
  );
}
