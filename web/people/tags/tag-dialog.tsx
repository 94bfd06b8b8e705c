import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { type TagAnswer, TagBody } from "#people/tags/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { ColorField, PALETTE } from "#web/ui/field/color-field.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { tagTexts } from "./locales/index.ts";
import { tagCalls } from "./tags-api.ts";

interface Props {
  /** Null adds a new tag. */
  readonly tag: TagAnswer | null;
  /** Number of tags: it selects the default colour of a new one. */
  readonly count: number;
  readonly onSaved: (saved: TagAnswer) => void;
  readonly onClose: () => void;
}

/** Adds or edits a tag. Only admins and supervisors edit kanban lanes (docs/rules/tickets.md#board). */
export function TagDialog({ tag, count, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(tagTexts);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the tag must not overwrite the input
  const form = useMemo(
    () =>
      new FormModel<TagValues>({
        initial: {
          name: tag?.name ?? "",
          color: tag?.color ?? PALETTE[count % PALETTE.length] ?? PALETTE[0],
          kanban: tag?.kanban === 1,
        },
        schema: TagBody,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
        onFailure: toast.failure,
        submit: async ({ name, color, kanban }) => {
          const body = { name, color, kanban: kanban ? 1 : 0 };
          const answer = await (tag ? tagCalls.update(tag.id, body) : tagCalls.create(body));
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [tag?.id],
  );
  const field = useField(form);
  const title = t(tag ? "form.editTitle" : "form.addTitle");
  const name = field("name");
  const { profile } = session.user.value ?? {};
  return (
    <FormDialog form={form} title={title} size="s" onClose={onClose}>
      <TextField
        {...name}
        label={t("form.name")}
        error={form.problem("name") === "too_short" ? t("form.tooShort") : name.error}
        isRequired
        autoFocus
      />
      <ColorField {...field("color")} label={t("form.color")} otherLabel={t("form.otherColor")} />
      {profile === "admin" || profile === "supervisor" ? (
        <Switch {...field("kanban")} label={t("form.kanban")} help={t("form.kanbanHelp")} />
      ) : null}
      <p className="tag-sample" aria-hidden="true">
        <Chip color={form.value("color")} shape="round">
          {form.value("name").trim() || t("form.name")}
        </Chip>
      </p>
    </FormDialog>
  );
}

interface TagValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly color: string;
  readonly kanban: boolean;
}
