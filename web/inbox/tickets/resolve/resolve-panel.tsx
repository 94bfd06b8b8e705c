import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import type { FieldAnswer, FieldValue, NewValues } from "#people/fields/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { resolutionTexts } from "#web/inbox/tickets/resolutions/locales/index.ts";
import { resolutionList } from "#web/inbox/tickets/resolutions/resolutions-store.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { typedToChoose } from "#web/lib/keyboard/hotkeys.ts";
import { isPrintable } from "#web/lib/keyboard/policy.ts";
import { isField, pressOf } from "#web/lib/keyboard/situation.ts";
import { session } from "#web/lib/session/session.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { ValueInput } from "#web/people/fields/value-input.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ResolutionChoice, resolutionOfKey } from "./resolution-choice.tsx";
import { closeOrAsk, type Resolving, resolving } from "./resolving.ts";
import "./resolve-panel.css";

/** The panel with its texts and the definitions of fields, loaded at its first use. */
export async function loadResolvePanel() {
  await Promise.all([preloadTexts(fieldTexts, resolutionTexts), fieldList.need()]);
  return ResolvePanel;
}

/**
 * Asks for the resolution and for what is missing before a ticket is resolved; Enter resolves
 * (docs/rules/fields.md#required, docs/rules/resolutions.md#choice).
 */
export function ResolvePanel({ asked }: { readonly asked: Resolving }) {
  useSignals();
  const t = useText(fieldTexts);
  const c = useText(common);
  const [values, setValues] = useState<Readonly<Record<number, FieldValue | null | undefined>>>({});
  const [chosen, setChosen] = useState<number | null>(null);
  const [note, setNote] = useState("");
  const [isSent, setSent] = useState(false);
  /** Characters were typed in the panel that choose nothing. */
  const hasText = useRef(false);
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const fields = asked.fieldIds.flatMap((id) => fieldList.get(id) ?? []);
  const r = useText(resolutionTexts);
  const isAsked = session.setting("resolutionMode") !== "off" || asked.isResolutionRequired;
  const offered = isAsked ? resolutionList.offered(asked.ticket.queueId) : [];
  const lacksResolution = asked.isResolutionRequired && chosen === null && offered.length > 0;
  const close = () => {
    resolving.value = null;
  };
  const submit = async () => {
    if (isBusy) return;
    setSent(true);
    setRefused(new Set());
    if (lacksResolution || fields.some(({ id }) => isMissing(values[id]))) return;
    setBusy(true);
    try {
      const resolution = { resolutionId: chosen, resolutionNote: note };
      await closeOrAsk({ ...asked, body: { ...asked.body, ...bodyOf(fields, values), ...resolution } });
    } catch (error) {
      const problems = error instanceof ApiError ? error.details["fields"] : undefined;
      if (problems && typeof problems === "object") setRefused(new Set(Object.keys(problems)));
      else toast.failure(error);
    }
    setBusy(false);
  };
  const errorOf = ({ id, key }: FieldAnswer): string | null => {
    if (refused.has(key) || (isSent && values[id] === undefined && id in values)) return t("value.invalid");
    return isSent && isMissing(values[id]) ? t("resolve.missing") : null;
  };
  return (
    <Dialog title={t("resolve.title")} size="s" onClose={close} className="resolve-panel">
      <form
        noValidate
        className="form"
        aria-label={t("resolve.title")}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          const picked = resolutionOfKey(event.nativeEvent, offered);
          if (picked !== undefined) {
            event.preventDefault();
            setChosen(picked);
            // A digit within a text typed by mistake does not let its Enter resolve.
            if (!hasText.current) typedToChoose();
            return;
          }
          if (isPrintable(pressOf(event.nativeEvent)) && !isField(event.target as HTMLElement))
            hasText.current = true;
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        }}
      >
        {offered.length > 0 ? (
          <ResolutionChoice
            offered={offered}
            chosen={chosen}
            onChoose={setChosen}
            note={note}
            onNote={setNote}
            isRequired={asked.isResolutionRequired}
            error={isSent && lacksResolution ? r("choice.required") : null}
          />
        ) : null}
        {fields.length > 0 ? <p>{t("resolve.text")}</p> : null}
        {fields.map((field, index) => (
          <ValueInput
            key={field.id}
            field={field}
            value={values[field.id] ?? undefined}
            onChange={(value) => setValues((known) => ({ ...known, [field.id]: value }))}
            error={errorOf(field)}
            isRequired
            autoFocus={index === 0 && offered.length === 0}
          />
        ))}
        <div className="form-actions">
          <Button onPress={close}>{c("action.cancel")}</Button>
          <Button type="submit" variant="primary" isPending={isBusy}>
            {t("resolve.submit")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const isMissing = (value: FieldValue | null | undefined): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Values by key for the ticket and for its contact. */
function bodyOf(
  fields: readonly FieldAnswer[],
  values: Readonly<Record<number, FieldValue | null | undefined>>,
): { readonly fields: NewValues; readonly contactFields: NewValues } {
  const of = (owner: FieldAnswer["of"]) =>
    Object.fromEntries(
      fields.filter((field) => field.of === owner).map(({ id, key }) => [key, values[id] ?? null]),
    );
  return { fields: of("ticket"), contactFields: of("contact") };
}
