import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef } from "react";
import type { TagAnswer } from "#people/tags/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { ColorField, PALETTE } from "#web/ui/field/color-field.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { tagTexts } from "./locales/index.ts";
import { createTagForm } from "./tag-form.ts";
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
  const words = useText(common);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the tag must not overwrite the input
  const form = useMemo(
    () =>
      createTagForm({
        tag,
        freshColor: PALETTE[count % PALETTE.length] ?? PALETTE[0],
        calls: tagCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved.current(answer);
        },
      }),
    [tag?.id],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const title = t(tag ? "form.editTitle" : "form.addTitle");
  const name = field("name");
  const { profile } = session.user.value ?? {};
  return (
    <>
      <Dialog title={title} size="s" onClose={close}>
        <Form form={form} label={title}>
          <TextField
            {...name}
            label={t("form.name")}
            error={form.problem("name") === "too_short" ? t("form.tooShort") : name.error}
            isRequired
            autoFocus
          />
          <ColorField {...field("color")} label={t("form.color")} otherLabel={t("form.otherColor")} />
          {profile === "admin" || profile === "supervisor" ? (
            <Switch
              label={t("form.kanban")}
              help={t("form.kanbanHelp")}
              value={form.value("kanban")}
              onChange={(on) => form.set("kanban", on)}
            />
          ) : null}
          <p className="tag-sample" aria-hidden="true">
            <Chip color={form.value("color")} shape="round">
              {form.value("name").trim() || t("form.name")}
            </Chip>
          </p>
          <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}
