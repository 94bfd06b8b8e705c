import { useSignals } from "@preact/signals-react/runtime";
import type { IntegrationAnswer } from "#automation/integrations/contract.ts";
import { ActionFields, type ActionFieldsProps } from "#web/automation/ticket-actions/action-fields.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { colleagues } from "#web/inbox/tickets/reference-data.ts";
import { api } from "#web/lib/api/api.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { MultiSelect } from "#web/ui/select/multi-select.tsx";
import { type Option, Select } from "#web/ui/select/select.tsx";
import { ruleTexts } from "./locales/index.ts";

/** The fields of those actions that differ between rules and macros; all other actions have the fields of macros. */
export function RuleActionFields(props: ActionFieldsProps) {
  switch (props.draft.action) {
    case "notify":
      return <NotifyFields {...props} />;
    case "assign":
      return <AssignFields {...props} />;
    case "webhook":
      return <OneOf {...props} name="integrationId" of="webhook" path="/webhooks" />;
    case "start_integration":
      return <OneOf {...props} name="integrationId" of="integration" path="/queueIntegration" />;
    case "start_prompt":
      return <OneOf {...props} name="promptId" of="prompt" path="/prompt" />;
    default:
      return <ActionFields {...props} />;
  }
}

const ROLES = ["owner", "supervisors", "admins"] as const;

function NotifyFields({ draft, onChange }: ActionFieldsProps) {
  useSignals();
  const t = useText(ruleTexts);
  const to = (draft["to"] ?? []) as readonly string[];
  const userIds = (draft["userIds"] ?? []) as readonly number[];
  const people = colleagues.all.value;
  const names = userIds.map((id) => people.find((one) => one.id === id)?.name ?? t("act.gone"));
  return (
    <>
      <fieldset className="rule-roles">
        <legend className="field-label">{t("act.to")}</legend>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            label={t(`act.${role}`)}
            value={to.includes(role)}
            onChange={(on) => onChange({ to: ROLES.filter((one) => (one === role ? on : to.includes(one))) })}
          />
        ))}
        <MultiSelect
          label={t("act.people")}
          trigger={names.join(", ") || t("act.people")}
          items={people}
          chosen={userIds}
          onChange={(ids) => onChange({ userIds: [...ids] })}
          onOpen={() => void colleagues.need()}
          emptyText={t("act.nobody")}
        />
      </fieldset>
      <TextField
        label={t("act.text")}
        maxLength={200}
        value={String(draft["text"] ?? "")}
        onChange={(text) => onChange({ text })}
      />
    </>
  );
}

/** The people of the company; a chosen one who left is marked. */
function useStaff(chosen: unknown): Option<string>[] {
  const t = useText(ruleTexts);
  const staff = colleagues.all.value.map(({ id, name }) => ({ id: String(id), label: name }));
  const isKnown = typeof chosen !== "number" || staff.some(({ id }) => id === String(chosen));
  return isKnown ? staff : [...staff, { id: String(chosen), label: t("act.gone") }];
}

function AssignFields({ draft, onChange }: ActionFieldsProps) {
  useSignals();
  const t = useText(ruleTexts);
  const staff = useStaff(draft["userId"]);
  return (
    <Select<string>
      label={t("act.person")}
      hideLabel
      options={[{ id: "distribute", label: t("act.distribute") }, ...staff]}
      value={String(draft["userId"])}
      onChange={(id) => onChange({ userId: id === "distribute" ? id : Number(id) })}
    />
  );
}

interface OneOfProps extends ActionFieldsProps {
  readonly name: "integrationId" | "promptId";
  readonly of: "webhook" | "integration" | "prompt";
  readonly path: string;
}

function OneOf({ draft, onChange, name, of, path }: OneOfProps) {
  const t = useText(ruleTexts);
  const rows = useOptions(() => listAt(path));
  return (
    <Select
      label={t(`act.${of}`)}
      hideLabel
      options={(rows ?? []).map((row) => ({ id: row.id, label: row.name }))}
      value={typeof draft[name] === "number" ? draft[name] : null}
      placeholder={t("act.choose")}
      onChange={(id) => onChange({ [name]: id })}
    />
  );
}

type Named = Pick<IntegrationAnswer, "id" | "name">;
/** Returns the list in an answer: the answer itself, or the only list that it contains. */
async function listAt(path: string): Promise<readonly Named[]> {
  const answer = await api.get<readonly Named[] | Readonly<Record<string, unknown>>>(path);
  if (Array.isArray(answer)) return answer as readonly Named[];
  return (Object.values(answer).find(Array.isArray) ?? []) as readonly Named[];
}
