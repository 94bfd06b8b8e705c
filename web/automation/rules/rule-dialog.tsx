import { useSignals } from "@preact/signals-react/runtime";
import FlaskConical from "lucide-react/icons/flask-conical";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { RuleAnswer } from "#automation/rules/contract.ts";
import { nodesOf } from "#inbox/conditions/shape/contract.ts";
import { ActionsEditor, type OwnActions } from "#web/automation/ticket-actions/actions-editor.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { colleagues, queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { resolutionList } from "#web/inbox/tickets/resolutions/resolutions-store.ts";
import { ConditionWordsContext } from "#web/inbox/tickets/views/condition-words.ts";
import { ConditionsEditor } from "#web/inbox/tickets/views/conditions-editor.tsx";
import { connections } from "#web/lib/lists/connections.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { DryRun } from "./dry-run.tsx";
import { EventFields } from "./event-fields.tsx";
import { limitText } from "./limit-text.ts";
import { ruleTexts } from "./locales/index.ts";
import { RuleActionFields } from "./rule-action-fields.tsx";
import {
  isRuleActionComplete,
  isWeighty,
  newRuleAction,
  ONLY_RULES,
  problemOfActions,
  RULE_KINDS,
} from "./rule-actions.ts";
import { inputOf, type RuleDraft, type RuleForm, ruleForm } from "./rule-form.ts";
import { ruleConditionWords } from "./rule-words.ts";
import { ruleList } from "./rules-api.ts";
import { useCampaigns } from "./use-campaigns.ts";

interface Props {
  /** Null adds a rule. */
  readonly rule: RuleAnswer | null;
  readonly template: Partial<RuleDraft>;
  /** The stored rule was simulated as it is now. */
  readonly onTested: (rule: RuleAnswer) => void;
  readonly onClose: () => void;
}
type Words = ReturnType<typeof useText<typeof import("./locales/pt.json")>>;

/** Adds or changes a rule as a sentence: when, if, then (docs/rules/rules.md). */
export function RuleDialog({ rule, template, onTested, onClose }: Props) {
  useSignals();
  const t = useText(ruleTexts);
  /** The draft that was simulated, as text. */
  const tested = useRef<string | null>(null);
  const [isTesting, setTesting] = useState(false);
  const campaigns = useCampaigns();
  useEffect(() => {
    for (const list of [queues, tags, colleagues, resolutionList, fieldList]) void list.need();
    void connections.open();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update must not overwrite the input
  const form: RuleForm = useMemo(
    () =>
      ruleForm({
        rule,
        template,
        staysOn: (draft) => !isWeighty(draft.actions) || tested.current === JSON.stringify(draft),
        onFailure: (error) => limitText(error, t) ?? toast.failure(error),
        onSaved: (saved) => {
          ruleList.put(saved);
          if (tested.current === JSON.stringify(form.values.value)) onTested(saved);
          toast.success(t(rule?.active && !saved.active ? "form.savedOff" : "form.saved"));
          onClose();
        },
      }),
    [rule?.id],
  );
  const field = useField(form);
  const conditions = form.value("conditions");
  const actions = form.value("actions");
  const settings = form.value("settings");
  const isReady = Object.keys(form.problems.value).length === 0;
  return (
    <FormDialog form={form} title={t(rule ? "form.editTitle" : "form.addTitle")} size="l" onClose={onClose}>
      <TextField {...field("name")} label={t("form.name")} maxLength={80} isRequired autoFocus />
      <Part title={t("form.when")}>
        <EventFields
          event={form.value("event")}
          settings={settings}
          isMinutesMissing={form.problem("settings") !== null}
          onEvent={(event) => form.set("event", event)}
          onSettings={(next) => form.set("settings", next)}
        />
      </Part>
      <Part title={t("form.if")}>
        {nodesOf(conditions).nodes.length === 0 ? <p className="field-help">{t("form.always")}</p> : null}
        <ConditionWordsContext.Provider value={ruleConditionWords(t, campaigns)}>
          <ConditionsEditor
            value={conditions}
            error={form.problem("conditions") ? t("form.incomplete") : null}
            onChange={(next) => form.set("conditions", next)}
          />
        </ConditionWordsContext.Provider>
      </Part>
      <Part title={t("form.then")}>
        <ActionsEditor
          value={actions}
          onChange={(next) => form.set("actions", next)}
          kinds={RULE_KINDS}
          files={rule?.files ?? []}
          problem={form.problem("actions") ? problemOfActions(actions) : null}
          isShared
          own={ownActions(t)}
        />
        {actions.some(({ action }) => action === "reply") ? <TextSettings form={form} t={t} /> : null}
      </Part>
      <MoreSettings form={form} t={t} />
      <Button
        icon={<FlaskConical aria-hidden="true" />}
        isDisabled={!isReady}
        onPress={() => setTesting(true)}
      >
        {t("form.test")}
      </Button>
      {isTesting ? (
        <DryRun
          rule={inputOf(form.values.value)}
          onClose={() => {
            tested.current = JSON.stringify(form.values.value);
            setTesting(false);
          }}
        />
      ) : null}
    </FormDialog>
  );
}

const ownActions = (t: Words): OwnActions => ({
  nameOf(kind) {
    const own = ONLY_RULES.find((one) => one === kind);
    return own && t(`kind.${own}`);
  },
  isComplete: isRuleActionComplete,
  newAction: newRuleAction,
  Fields: RuleActionFields,
});

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="rule-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface SettingsProps {
  readonly form: RuleForm;
  readonly t: Words;
}

function TextSettings({ form, t }: SettingsProps) {
  const settings = form.value("settings");
  const change = (key: "evenIfAttended" | "anyTime") => (on: boolean) =>
    form.set("settings", { ...settings, [key]: on });
  return (
    <fieldset className="rule-roles">
      <legend className="field-label">{t("form.texts")}</legend>
      <Switch
        label={t("form.evenIfAttended")}
        value={settings.evenIfAttended === true}
        onChange={change("evenIfAttended")}
      />
      {form.value("event") === "outside_hours" ? null : (
        <Switch
          label={t("form.anyTime")}
          help={t("form.anyTimeHelp")}
          value={settings.anyTime === true}
          onChange={change("anyTime")}
        />
      )}
    </fieldset>
  );
}

function MoreSettings({ form, t }: SettingsProps) {
  const chosen = form.value("oncePer");
  const writes = form.value("actions").some(({ action }) => action === "reply");
  return (
    <details className="rule-more">
      <summary>{t("form.more")}</summary>
      <Select
        label={t("form.oncePer")}
        options={[
          { id: "event" as const, label: t("form.event_") },
          { id: "attendance" as const, label: t("form.attendance") },
          { id: "contact_day" as const, label: t("form.contact_day") },
        ]}
        value={chosen === "default" ? (writes ? "attendance" : "event") : chosen}
        onChange={(oncePer) => form.set("oncePer", oncePer)}
      />
      <Switch
        label={t("form.stop")}
        help={t("form.stopHelp")}
        value={form.value("stop")}
        onChange={(on) => form.set("stop", on)}
      />
      <Switch
        label={t("form.alsoFromRules")}
        value={form.value("alsoFromRules")}
        onChange={(on) => form.set("alsoFromRules", on)}
      />
    </details>
  );
}
