import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef, useState } from "react";
import { connectionCalls } from "#web/channels/connections/connections-api.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { Form, FormActions, focusFirstError } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createConnectionForm, type FormTab, TABS, tabOfProblems } from "./connection-form-model.ts";
import { AdvancedFields } from "./fields-advanced.tsx";
import { GeneralFields } from "./fields-general.tsx";
import { LimitFields } from "./fields-limits.tsx";
import { MessageFields } from "./fields-messages.tsx";

interface Props {
  /** Null adds a connection. */
  readonly connection: Connection | null;
  readonly onSaved: (saved: Connection) => void;
  readonly onClose: () => void;
}

const FIELDS = {
  general: GeneralFields,
  messages: MessageFields,
  limits: LimitFields,
  advanced: AdvancedFields,
};

export function ConnectionDialog({ connection, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(connectionsTexts);
  const words = useText(common);
  const [tab, setTab] = useState<FormTab>("general");
  const queues = useOptions(connectionCalls.queues);
  const box = useRef<HTMLDivElement>(null);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the connection must not reset the form
  const form = useMemo(
    () =>
      createConnectionForm({
        connection,
        calls: connectionCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved.current(answer);
        },
      }),
    [connection?.id],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const refusals = form.refusals.value;
  useEffect(() => {
    const problemTab = refusals > 0 ? tabOfProblems(form.problems.peek()) : null;
    if (problemTab) setTab(problemTab);
  }, [refusals, form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field exists once its tab is rendered
  useEffect(() => {
    if (refusals > 0) focusFirstError(box.current);
  }, [refusals, tab]);
  return (
    <>
      <Dialog
        title={t(connection ? "form.editTitle" : "form.addTitle")}
        className="dialog-steady"
        onClose={close}
      >
        <div ref={box}>
          <Form form={form} label={t(connection ? "form.editTitle" : "form.addTitle")}>
            <Tabs
              variant="line"
              label={t(connection ? "form.editTitle" : "form.addTitle")}
              selected={tab}
              onSelect={(id) => setTab(TABS.find((known) => known === id) ?? "general")}
              items={TABS.map((id) => {
                const Fields = FIELDS[id];
                return {
                  id,
                  label: t(`tab.${id}`),
                  panel: (
                    <div className="form connection-fields">
                      <Fields
                        form={form}
                        queues={queues}
                        channel={connection?.channel ?? "whatsapp"}
                        weakToken={connection?.tokenWeak ?? false}
                      />
                    </div>
                  ),
                };
              })}
            />
            <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
          </Form>
        </div>
      </Dialog>
      {guard}
    </>
  );
}
