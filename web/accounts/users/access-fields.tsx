import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { NumberInput } from "#web/ui/field/number-input.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { QueueChoice } from "#web/ui/select/queue-choice.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { usersTexts } from "./locales/index.ts";
import type { Rights, UserForm } from "./user-form-model.ts";
import { userCalls } from "./users-api.ts";

interface Props {
  readonly form: UserForm;
  readonly rights: Rights;
}

/**
 * Hours of work, connection and permissions of a user; all but the signature are for admins only
 * (docs/rules/screens.md#users).
 */
export function AccessFields({ form, rights }: Props) {
  return (
    <>
      {rights.queues ? <Queues form={form} /> : null}
      {rights.profile ? <Line form={form} /> : null}
      <Choices form={form} rights={rights} />
    </>
  );
}

function Queues({ form }: Pick<Props, "form">) {
  useSignals();
  const t = useText(usersTexts);
  const queues = useOptions(userCalls.queues);
  return (
    <QueueChoice
      label={t("field.queues")}
      help={t("field.queuesHelp")}
      emptyText={t("field.noQueues")}
      queues={queues}
      value={form.value("queueIds")}
      onChange={(queueIds) => form.set("queueIds", queueIds)}
    />
  );
}

/** Default connection and limit. */
function Line({ form }: Pick<Props, "form">) {
  useSignals();
  const t = useText(usersTexts);
  const field = useField(form);
  useEffect(() => void connections.open(), []);
  const lines = connections.list.value.map(({ id, name }) => ({ id, label: name }));
  return (
    <div className="form-row">
      <Select
        {...field("whatsappId")}
        label={t("field.connection")}
        help={t("field.connectionHelp")}
        options={[{ id: 0, label: t("field.noConnection") }, ...lines]}
      />
      <NumberInput
        {...field("maxOpenTickets")}
        label={t("field.maxOpenTickets")}
        help={t("field.maxOpenHelp")}
        zero="unlimited"
        onChange={(digits) => form.set("maxOpenTickets", digits)}
      />
    </div>
  );
}

function Choices({ form, rights }: Props) {
  useSignals();
  const t = useText(usersTexts);
  return (
    <>
      <Switch
        label={t("field.signMessages")}
        help={t("field.signHelp")}
        value={form.value("signMessages")}
        onChange={(value) => form.set("signMessages", value)}
      />
      {rights.profile ? (
        <>
          <Switch
            label={t("field.allTicket")}
            help={t("field.allTicketHelp")}
            value={form.value("allTicket")}
            onChange={(value) => form.set("allTicket", value)}
          />
          <Switch
            label={t("field.multiSession")}
            help={t("field.multiHelp")}
            value={form.value("multiSession")}
            onChange={(value) => form.set("multiSession", value)}
          />
        </>
      ) : null}
    </>
  );
}
