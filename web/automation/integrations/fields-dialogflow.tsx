import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { LANGUAGES } from "#automation/integrations/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { useSecretProps } from "#web/ui/field/secret-props.ts";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { FieldsProps } from "./fields-hook.tsx";
import { integrationCalls } from "./integrations-api.ts";
import { integrationTexts } from "./locales/index.ts";
import { Outcome, type TestOutcome, testSessionOutcome } from "./test-outcome.tsx";

const KEY = { "pt-BR": "pt", en: "en", es: "es" } as const;

/** Project, key file and language of an agent; the agent can be tested before it is saved. */
export function DialogflowFields({ form, integrationId }: FieldsProps) {
  useSignals();
  const t = useText(integrationTexts);
  const field = useField(form);
  const keyFile = useSecretProps(t("form.jsonHelp"));
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const [busy, setBusy] = useState(false);
  const { projectName, jsonContent, language } = form.values.value;
  const test = async () => {
    setBusy(true);
    const given = { projectName, jsonContent, language, id: integrationId };
    const tried = await testSessionOutcome(() => integrationCalls.testSession(given));
    setOutcome(tried);
    setBusy(false);
    if (tried.ok) toast.success(t("test.done"));
  };
  return (
    <>
      <div className="form-row">
        <TextField
          {...field("projectName")}
          label={t("form.project")}
          help={t("form.projectHelp")}
          autoComplete="off"
          isRequired
        />
        <Select
          label={t("form.language")}
          options={LANGUAGES.map((id) => ({ id, label: t(`language.${KEY[id]}`) }))}
          value={form.value("language")}
          onChange={(id) => form.set("language", id)}
        />
      </div>
      <TextArea
        {...field("jsonContent")}
        label={t("form.json")}
        {...keyFile}
        rows={6}
        className="integration-json"
        spellCheck="false"
        isRequired
      />
      <div className="integration-try">
        <Button isPending={busy} isDisabled={projectName === "" || jsonContent === ""} onPress={test}>
          {t("test.try")}
        </Button>
        {outcome ? <Outcome outcome={outcome} /> : null}
      </div>
    </>
  );
}
