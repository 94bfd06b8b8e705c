import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import type { UserAnswer } from "#accounts/users/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { maySetSecrets, session } from "#web/lib/session/session.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { NumberInput } from "#web/ui/field/number-input.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueueChoice } from "#web/ui/select/queue-choice.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { usersTexts } from "./locales/index.ts";
import { PersonFields } from "./person-fields.tsx";
import { SessionList } from "./session-list.tsx";
import { createUserForm, type Rights, type UserForm } from "./user-form-model.ts";
import { userCalls } from "./users-api.ts";
import { WritingChoices } from "./writing/writing-choices.tsx";
import "./users.css";

interface Props {
  /** Null adds a new user. */
  readonly user: UserAnswer | null;
  readonly onSaved: (saved: UserAnswer) => void;
  readonly onClose: () => void;
}

/**
 * A user's data, and also the login sessions when it is the signed-in user. Fields that the signed-in user may not change are hidden.
 */
export function UserDialog({ user, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(usersTexts);
  const isOwn = user !== null && user.id === session.user.value?.id;
  const title = t(isOwn ? "form.ownTitle" : user ? "form.editTitle" : "form.addTitle");
  const { form, rights } = useUserForm(user, isOwn, onSaved);
  const { close, guard } = useUnsavedGuard(form, onClose);
  const words = useText(common);
  const [tab, setTab] = useState("data");
  const fields = (
    <Form form={form} label={title}>
      <PersonFields form={form} user={user} isOwn={isOwn} rights={rights} />
      <AccessFields form={form} rights={rights} />
      <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
    </Form>
  );
  return (
    <>
      <Dialog title={title} onClose={close}>
        {isOwn ? (
          <Tabs
            variant="line"
            label={title}
            selected={tab}
            onSelect={setTab}
            items={[
              { id: "data", label: t("tab.data"), panel: <div className="user-tab">{fields}</div> },
              ...(maySetSecrets()
                ? [
                    {
                      id: "writing",
                      label: t("tab.writing"),
                      panel: (
                        <div className="user-tab">
                          <WritingChoices />
                        </div>
                      ),
                    },
                  ]
                : []),
              {
                id: "sessions",
                label: t("tab.sessions"),
                panel: (
                  <div className="user-tab">
                    <SessionList />
                  </div>
                ),
              },
            ]}
          />
        ) : (
          fields
        )}
      </Dialog>
      {guard}
    </>
  );
}

/** The form of this user, and which fields the signed-in user may change. */
function useUserForm(user: UserAnswer | null, isOwn: boolean, onSaved: (saved: UserAnswer) => void) {
  useSignals();
  const t = useText(usersTexts);
  const saved = useStableCallback(onSaved);
  const profile = session.can("user-modal:editProfile");
  const queues = session.can("user-modal:editQueues");
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the user must not overwrite the input
  return useMemo(() => {
    const rights: Rights = { profile, queues };
    const form = createUserForm({
      user,
      isOwn,
      rights,
      calls: userCalls,
      onFailure(error) {
        if (error instanceof ApiError && error.code === "ERR_PLAN_LIMIT") {
          const { used, limit } = error.details;
          toast.error(
            t("form.planLimit", { used: Number(used), limit: Number(limit), count: Number(limit) }),
          );
        } else toast.failure(error);
      },
      onSaved(answer) {
        toast.success(t(answer.id === session.user.peek()?.id ? "form.ownSaved" : "form.saved"));
        saved(answer);
      },
    });
    return { form, rights };
  }, [user?.id, isOwn, profile, queues]);
}

interface AccessFieldsProps {
  readonly form: UserForm;
  readonly rights: Rights;
}

/**
 * Queues, default connection, limit of open tickets and permissions of a user, each for those with the right to change it
 * (docs/rules/screens.md#users). Without these rights only the signature is shown.
 */
function AccessFields({ form, rights }: AccessFieldsProps) {
  return (
    <>
      {rights.queues ? <Queues form={form} /> : null}
      {rights.profile ? <Line form={form} /> : null}
      <Choices form={form} rights={rights} />
    </>
  );
}

function Queues({ form }: Pick<AccessFieldsProps, "form">) {
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
function Line({ form }: Pick<AccessFieldsProps, "form">) {
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

function Choices({ form, rights }: AccessFieldsProps) {
  const t = useText(usersTexts);
  const field = useField(form);
  return (
    <>
      <Switch {...field("signMessages")} label={t("field.signMessages")} help={t("field.signHelp")} />
      {rights.profile ? (
        <>
          <Switch {...field("allTicket")} label={t("field.allTicket")} help={t("field.allTicketHelp")} />
          <Switch {...field("multiSession")} label={t("field.multiSession")} help={t("field.multiHelp")} />
        </>
      ) : null}
    </>
  );
}
