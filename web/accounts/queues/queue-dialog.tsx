import { useSignals } from "@preact/signals-react/runtime";
import Clock from "lucide-react/icons/clock";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { WeekGrid } from "#web/accounts/opening-hours/week-grid.tsx";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Form, FormActions, focusFirstError } from "#web/ui/form/form.tsx";
import { useDiscardGuard, useLeaveGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { BotTab } from "./bot-tab.tsx";
import { DistributionFields } from "./fields-distribution.tsx";
import { type FieldsProps, GeneralFields } from "./fields-general.tsx";
import { TextFields } from "./fields-texts.tsx";
import { queueTexts } from "./locales/index.ts";
import { createOptionDraft } from "./options/option-draft.ts";
import { createQueueForm, type FormTab, TABS, tabOfProblems } from "./queue-form-model.ts";
import { type Queue, queues } from "./queue-list.ts";
import { optionCalls, queueCalls } from "./queues-api.ts";

interface Props {
  /** Null adds a new queue. */
  readonly queue: Queue | null;
  readonly firstTab?: FormTab;
  /** `goOn`: after a new queue was saved, the dialog stays open on the tab of the options. */
  readonly onSaved: (saved: Queue, goOn: boolean) => void;
  readonly onClose: () => void;
}

const FIELDS = {
  general: GeneralFields,
  texts: TextFields,
  hours: HourFields,
  distribution: DistributionFields,
  bot: BotTab,
};

/** Adds or edits a queue, with its fields and options in tabs; everything is a draft until it is saved. */
export function QueueDialog({ queue, firstTab = "general", onSaved, onClose }: Props) {
  useSignals();
  const t = useText(queueTexts);
  const words = useText(common);
  const [tab, setTab] = useState<FormTab>(firstTab);
  const box = useRef<HTMLDivElement>(null);
  const goOn = useRef(false);
  const saved = useStableCallback(onSaved);
  const queueId = queue?.id;
  const draft = useMemo(() => (queueId === undefined ? null : createOptionDraft(optionCalls)), [queueId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the queue must not overwrite the input
  const form = useMemo(
    () =>
      createQueueForm({
        queue,
        others: queues.list.items.peek().filter(({ id }) => id !== queue?.id),
        calls: queueCalls,
        saveOptions: async () => draft?.save(),
        onFailure: toast.failure,
        onFileFailed: (error) => {
          toast.error(t("form.fileFailed"));
          toast.failure(error);
        },
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved(answer, goOn.current);
        },
      }),
    [queue?.id],
  );
  const { unless, guard } = useDiscardGuard(() => form.dirty.peek() || (draft?.dirty.peek() ?? false));
  const close = () => unless(onClose);
  // Guards the tab of the options, which has no form with a guard of its own.
  const hasOptions = draft?.dirty.value ?? false;
  const leaving = useLeaveGuard(
    tab === "bot" ? form.dirty.value || hasOptions : hasOptions && !form.dirty.value,
  );
  const refusals = form.refusals.value;
  useEffect(() => {
    const troubled = refusals > 0 ? tabOfProblems(form.problems.peek()) : null;
    if (troubled) setTab(troubled);
  }, [refusals, form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field exists only after its tab is rendered
  useEffect(() => {
    if (refusals > 0) focusFirstError(box.current);
  }, [refusals, tab]);
  const saveAndGoOn = () => {
    goOn.current = true;
    void form.submit().finally(() => {
      goOn.current = false;
    });
  };
  const title = t(queue ? "form.editTitle" : "form.addTitle");
  const panel = (id: FormTab) => {
    const Fields = FIELDS[id];
    const fields = (
      <div className="form queue-fields">
        <Fields form={form} queue={queue} draft={draft} onSaveAndGoOn={saveAndGoOn} />
      </div>
    );
    // Forms of options cannot be nested in this form, so the tab is outside it, with the same footer.
    if (id === "bot")
      return (
        <>
          {fields}
          <div className="form-actions">
            <Button onPress={close}>{words("action.cancel")}</Button>
            <Button variant="primary" isPending={form.sending.value} onPress={() => void form.submit()}>
              {words("action.save")}
            </Button>
          </div>
        </>
      );
    return (
      <Form form={form} label={title}>
        {fields}
        <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
      </Form>
    );
  };
  return (
    <>
      <Dialog
        title={queue ? `${title}: ${queue.name}` : title}
        size="l"
        className="queue-dialog dialog-steady"
        onClose={close}
      >
        <div ref={box}>
          <Tabs
            variant="line"
            label={title}
            selected={tab}
            onSelect={(id) => setTab(TABS.find((known) => known === id) ?? "general")}
            items={TABS.map((id) => ({ id, label: t(`tab.${id}`), panel: panel(id) }))}
          />
        </div>
      </Dialog>
      {guard}
      {leaving}
    </>
  );
}

/** Opening hours of the queue. */
function HourFields({ form }: FieldsProps) {
  useSignals();
  const t = useText(queueTexts);
  const scheduleType = session.setting("scheduleType") ?? "disabled";
  // These hours apply only while the company sets opening hours per queue.
  const idle = scheduleType === "queue" ? null : scheduleType;
  return (
    <>
      {idle ? (
        <Callout tone="waiting" icon={<Clock aria-hidden="true" />}>
          {t(idle === "company" ? "field.hoursIdle_company" : "field.hoursIdle_disabled")}{" "}
          <Link href="/settings">{t("field.hoursChange")}</Link>
        </Callout>
      ) : null}
      <p className="field-help">{t("field.hoursHelp")}</p>
      <WeekGrid value={form.value("schedules")} onChange={(spans) => form.set("schedules", spans)} />
    </>
  );
}
