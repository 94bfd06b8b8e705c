import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import * as v from "valibot";
import type { QueueRef } from "#accounts/queues/contract.ts";
import { CreateResolutionBody, type ResolutionAnswer } from "#inbox/tickets/resolutions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { QueueChoice } from "#web/ui/select/queue-choice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { resolutionTexts } from "./locales/index.ts";
import { resolutionCalls } from "./resolutions-api.ts";

interface Props {
  /** Null adds a resolution. */
  readonly resolution: ResolutionAnswer | null;
  /** Null until they are loaded. */
  readonly queues: readonly QueueRef[] | null;
  readonly onSaved: (saved: ResolutionAnswer) => void;
  readonly onClose: () => void;
}
interface Values extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly queueIds: readonly number[];
  readonly active: boolean;
}
const Schema = v.object({ ...CreateResolutionBody.entries, active: v.boolean() });

/** Adds or edits a resolution. */
export function ResolutionDialog({ resolution, queues, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(resolutionTexts);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update must not overwrite the input
  const form = useMemo(
    () =>
      new FormModel<Values>({
        initial: {
          name: resolution?.name ?? "",
          queueIds: resolution?.queueIds ?? [],
          active: resolution?.active ?? true,
        },
        schema: Schema,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
        onFailure: (error) => {
          const isLimit = error instanceof ApiError && error.code === "ERR_LIMIT_REACHED";
          if (isLimit) toast.error(t("form.limit", { limit: Number(error.details["limit"]) }));
          else toast.failure(error);
        },
        fieldsOfCode: { ERR_NAME_IN_USE: { name: "in_use" } },
        submit: async ({ name, queueIds, active }) => {
          const body = { name, queueIds: [...queueIds] };
          const answer = await (resolution
            ? resolutionCalls.update(resolution.id, { ...body, active })
            : resolutionCalls.create(body));
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [resolution?.id],
  );
  const field = useField(form);
  const name = field("name");
  return (
    <FormDialog
      form={form}
      size="s"
      title={t(resolution ? "form.editTitle" : "form.addTitle")}
      onClose={onClose}
    >
      <TextField
        {...name}
        label={t("form.name")}
        error={form.problem("name") === "in_use" ? t("form.taken") : name.error}
        isRequired
        autoFocus
        maxLength={60}
      />
      <QueueChoice
        label={t("form.queues")}
        help={t("form.queuesHelp")}
        emptyText={t("form.noQueues")}
        queues={queues}
        value={form.value("queueIds")}
        onChange={(ids) => form.set("queueIds", ids)}
      />
      {resolution ? (
        <Switch {...field("active")} label={t("form.active")} help={t("form.activeHelp")} />
      ) : null}
    </FormDialog>
  );
}
