import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import * as v from "valibot";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { MAX_BAR, scopeOfConditions } from "#inbox/ticket-views/built-in/contract.ts";
import {
  type ViewIcon as IconName,
  VIEW_ICONS,
  type ViewAnswer,
  ViewBody,
} from "#inbox/ticket-views/contract.ts";
import type { TicketSort } from "#inbox/tickets/lists/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { colleagues, queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { resolutionList } from "#web/inbox/tickets/resolutions/resolutions-store.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import { QueueChoice } from "#web/ui/select/queue-choice.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { conditionOn, isComplete } from "./condition-model.ts";
import { ConditionsEditor } from "./conditions-editor.tsx";
import { viewTexts } from "./locales/index.ts";
import { ViewIcon } from "./view-icon.tsx";
import { viewCalls } from "./views-api.ts";
import { barViews, openView, setBar, viewList } from "./views-store.ts";

interface Props {
  /** Null adds a view. */
  readonly view: ViewAnswer | null;
  readonly onClose: () => void;
}
interface Values extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly icon: IconName;
  readonly shared: boolean;
  readonly queueIds: readonly number[];
  readonly conditions: Conditions;
  readonly sort: TicketSort;
}
const Schema = v.object({
  ...ViewBody.entries,
  conditions: v.custom<Conditions>((value) => isComplete(value as Conditions)),
});

/** Adds or edits a view (docs/rules/views.md). */
export function ViewEditor({ view, onClose }: Props) {
  useSignals();
  const t = useText(viewTexts);
  useEffect(() => {
    for (const list of [queues, tags, colleagues, resolutionList]) void list.need();
    void connections.open();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update must not overwrite the input
  const form = useMemo(() => formOf(view, t, onClose), [view?.id]);
  const field = useField(form);
  const name = field("name");
  const sorts = scopeOfConditions(form.value("conditions")).sorts;
  const sort = form.value("sort");
  const setConditions = (conditions: Conditions) => {
    const fitting = scopeOfConditions(conditions).sorts;
    form.set("conditions", conditions);
    if (!fitting.includes(form.value("sort"))) form.set("sort", fitting[0] ?? "recent");
  };
  const isShared = form.value("shared");
  return (
    <FormDialog form={form} title={t(view ? "edit.editTitle" : "edit.addTitle")} onClose={onClose}>
      <TextField
        {...name}
        label={t("edit.name")}
        error={form.problem("name") === "in_use" ? t("edit.taken") : name.error}
        isRequired
        autoFocus
        maxLength={40}
      />
      <ConditionsEditor
        value={form.value("conditions")}
        error={form.problem("conditions") ? t("edit.incomplete") : null}
        onChange={setConditions}
      />
      <Select
        label={t("edit.sort")}
        options={sorts.map((id) => ({ id, label: t(`sort.${id}`) }))}
        value={sort}
        onChange={(next) => form.set("sort", next)}
      />
      <Select
        label={t("edit.icon")}
        className="view-icon"
        options={VIEW_ICONS.map((id) => ({ id, label: t(`icon.${id}`), icon: <ViewIcon name={id} /> }))}
        value={form.value("icon")}
        onChange={(next) => form.set("icon", next)}
      />
      {!view && currentUser.value.isAdmin ? (
        <Switch {...field("shared")} label={t("edit.shared")} help={t("edit.sharedHelp")} />
      ) : null}
      {isShared ? (
        <QueueChoice
          label={t("edit.queues")}
          help={t("edit.queuesHelp")}
          emptyText={t("edit.noQueues")}
          queues={queues.all.value}
          value={form.value("queueIds")}
          onChange={(ids) => form.set("queueIds", ids)}
        />
      ) : null}
    </FormDialog>
  );
}

type Words = ReturnType<typeof useText<typeof import("./locales/pt.json")>>;

function formOf(view: ViewAnswer | null, t: Words, onClose: () => void): FormModel<Values> {
  return new FormModel<Values>({
    initial: {
      name: view?.name ?? "",
      icon: view?.icon ?? "list",
      shared: view?.shared ?? false,
      queueIds: view?.queueIds ?? [],
      conditions: view?.conditions ?? { all: [conditionOn("priority", [])] },
      sort: view?.sort ?? "recent",
    },
    schema: Schema,
    onFailure: (error) => {
      const isLimit = error instanceof ApiError && error.code === "ERR_LIMIT_REACHED";
      if (isLimit) toast.error(t("edit.limit", { limit: Number(error.details["limit"]) }));
      else toast.failure(error);
    },
    fieldsOfCode: { ERR_NAME_IN_USE: { name: "in_use" } },
    submit: async ({ shared, queueIds, ...values }) => {
      const body = { ...values, queueIds: [...queueIds] };
      const saved = await (view ? viewCalls.update(view.id, body) : viewCalls.create({ ...body, shared }));
      viewList.put(saved);
      toast.success(t("edit.saved"));
      onClose();
      const id = String(saved.id);
      const bar = barViews.peek().map((known) => known.id);
      if (!view && bar.length < MAX_BAR) setBar([...bar, id]);
      openView({ id, sort: saved.sort });
    },
  });
}
