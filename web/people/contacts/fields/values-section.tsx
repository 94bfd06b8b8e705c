import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import type { FieldAnswer, FieldOwner, FieldValue, FieldValues, NewValues } from "#people/fields/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ContactSection } from "#web/people/contacts/contact-section.tsx";
import { fieldList, isOfQueue } from "#web/people/fields/fields-store.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { ValueInput } from "#web/people/fields/value-input.tsx";
import { toast } from "#web/ui/toast/toast.ts";

/** The sections of the drawer and their texts, loaded on demand to keep them out of the first page's bundle. */
export async function loadValuesSection() {
  await Promise.all([preloadTexts(fieldTexts), fieldList.need()]);
  return ValuesSection;
}

export interface ValuesSectionProps {
  readonly of: FieldOwner;
  readonly values: FieldValues;
  /** Queue of the ticket: fields of other queues are shown only while they have a value. */
  readonly queueId: number | null;
  readonly save: (values: NewValues) => Promise<void>;
}

/** The custom fields of a ticket or contact; each is saved when it is left. Empty without fields. */
export function ValuesSection({ of, values, queueId, save }: ValuesSectionProps) {
  useSignals();
  const t = useText(fieldTexts);
  useEffect(() => void fieldList.need(), []);
  const fields = fieldList
    .of(of)
    .filter(
      (field) => field.active && (of === "contact" || isOfQueue(field, queueId) || field.key in values),
    );
  if (fields.length === 0) return null;
  return (
    <ContactSection title={t(`section.${of}`)}>
      <div className="field-values">
        {fields.map((field) => (
          <SavedInput key={field.id} field={field} value={values[field.key]} save={save} />
        ))}
      </div>
    </ContactSection>
  );
}

interface SavedInputProps {
  readonly field: FieldAnswer;
  readonly value: FieldValue | undefined;
  readonly save: (values: NewValues) => Promise<void>;
}

function SavedInput({ field, value, save }: SavedInputProps) {
  const t = useText(fieldTexts);
  /** Typed values that are not saved yet. */
  const draft = useRef<{ readonly value: FieldValue | null | undefined } | null>(null);
  const [sent, setSent] = useState<FieldValue | null | undefined>(undefined);
  const [isRefused, setRefused] = useState(false);
  const done = async () => {
    const typed = draft.current;
    draft.current = null;
    if (!typed) return;
    setRefused(typed.value === undefined);
    if (typed.value === undefined || isSame(typed.value, value)) return;
    setSent(typed.value);
    try {
      await save({ [field.key]: typed.value });
    } catch (error) {
      toast.failure(error);
    }
    setSent(undefined);
  };
  return (
    <ValueInput
      field={field}
      value={sent === undefined ? value : (sent ?? undefined)}
      onChange={(typed) => {
        draft.current = { value: typed };
      }}
      onDone={() => void done()}
      error={isRefused ? t("value.invalid") : null}
    />
  );
}

const isSame = (a: FieldValue | null, b: FieldValue | undefined): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
