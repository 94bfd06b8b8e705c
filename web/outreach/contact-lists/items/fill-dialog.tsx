import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { listCalls } from "#web/outreach/contact-lists/lists-api.ts";
import { listTexts } from "#web/outreach/contact-lists/locales/index.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { MultiSelect, type Pickable } from "#web/ui/select/multi-select.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type Conditions, FillModel } from "./fill-model.ts";

interface Props {
  readonly contactListId: number;
  readonly onClose: () => void;
}

/** Fills a list with the contacts that match conditions; shows their number before anything is written. */
export function FillDialog({ contactListId, onClose }: Props) {
  useSignals();
  const t = useText(listTexts);
  const words = useText(common);
  const model = useMemo(() => new FillModel(contactListId, listCalls, toast.failure), [contactListId]);
  useEffect(() => {
    void model.count();
    return () => model.stop();
  }, [model]);
  const counted = model.counted.value;
  const start = async () => {
    const done = await model.start();
    if (!done) return;
    toast.success(t("fill.done", { count: done.added }));
    onClose();
  };
  return (
    <Dialog
      title={t("fill.title")}
      size="m"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words("action.cancel")}</Button>
          <Button
            variant="primary"
            isDisabled={!counted || counted.added === 0}
            isPending={model.isBusy.value}
            onPress={() => void start()}
          >
            {counted && counted.added === 0
              ? t("fill.nothing")
              : t("fill.start", { count: counted?.added ?? 0 })}
          </Button>
        </>
      }
    >
      <div className="form">
        <p className="field-help">{t("fill.help")}</p>
        <TagAndQueueFields model={model} />
        <Select<Conditions["email"]>
          label={t("fill.email")}
          options={[
            { id: "any", label: t("fill.emailAny") },
            { id: "yes", label: t("fill.emailYes") },
            { id: "no", label: t("fill.emailNo") },
          ]}
          value={model.conditions.value.email}
          onChange={(email) => model.change({ email })}
        />
        <Days model={model} legend={t("fill.created")} from="createdFrom" to="createdTo" />
        <Days model={model} legend={t("fill.last")} from="lastAttendanceFrom" to="lastAttendanceTo" />
        <p className="fill-count" role="status">
          {counted ? (
            <>
              <Chip tone="primary">{t("fill.found", { count: counted.found })}</Chip>
              {counted.duplicates > 0 ? <Chip>{t("fill.there", { count: counted.duplicates })}</Chip> : null}
              {counted.withoutPhone > 0 ? (
                <span className="fill-left-out">
                  {t("fill.withoutPhone", { count: counted.withoutPhone })}
                </span>
              ) : null}
            </>
          ) : (
            t("fill.counting")
          )}
        </p>
      </div>
    </Dialog>
  );
}

/** Tags and queues of the contact's tickets. */
function TagAndQueueFields({ model }: { readonly model: FillModel }) {
  useSignals();
  const t = useText(listTexts);
  const [tags, setTags] = useState<readonly Pickable[]>([]);
  const [queues, setQueues] = useState<readonly Pickable[]>([]);
  useEffect(() => {
    listCalls.tags().then(setTags, toast.failure);
    listCalls.queues().then(setQueues, toast.failure);
  }, []);
  const { tagIds, queueIds } = model.conditions.value;
  const named = (items: readonly Pickable[], chosen: readonly number[], any: string) =>
    chosen.length === 0
      ? any
      : items
          .filter(({ id }) => chosen.includes(id))
          .map(({ name }) => name)
          .join(", ");
  return (
    <div className="fill-places">
      <div className="field">
        <span className="field-label">{t("fill.tags")}</span>
        <MultiSelect
          label={t("fill.tags")}
          items={tags}
          chosen={tagIds}
          onChange={(ids) => model.change({ tagIds: ids })}
          onOpen={() => undefined}
          emptyText={t("fill.noTags")}
          trigger={named(tags, tagIds, t("fill.anyTag"))}
        />
      </div>
      <div className="field">
        <span className="field-label">{t("fill.queues")}</span>
        <MultiSelect
          label={t("fill.queues")}
          items={queues}
          chosen={queueIds}
          onChange={(ids) => model.change({ queueIds: ids })}
          onOpen={() => undefined}
          emptyText={t("fill.noQueues")}
          trigger={named(queues, queueIds, t("fill.anyQueue"))}
        />
      </div>
    </div>
  );
}

type Day = "createdFrom" | "createdTo" | "lastAttendanceFrom" | "lastAttendanceTo";
interface DaysProps {
  readonly model: FillModel;
  readonly legend: string;
  readonly from: Day;
  readonly to: Day;
}

function Days({ model, legend, from, to }: DaysProps) {
  useSignals();
  const t = useText(listTexts);
  const conditions = model.conditions.value;
  return (
    <fieldset className="fill-days">
      <legend className="field-label">{legend}</legend>
      {([from, to] as const).map((day) => (
        <TextField
          key={day}
          type="date"
          label={t(day === from ? "fill.from" : "fill.to")}
          value={conditions[day]}
          onChange={(value) => model.change({ [day]: value })}
        />
      ))}
    </fieldset>
  );
}
