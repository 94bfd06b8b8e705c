import { useState } from "react";
import { type FieldAnswer, type FieldValue, MAX_TEXT } from "#people/fields/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { MultiSelect } from "#web/ui/select/multi-select.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { fieldTexts } from "./locales/index.ts";
import { typedNumber } from "./value-text.ts";
import "./fields.css";

export interface ValueInputProps {
  readonly field: FieldAnswer;
  readonly value: FieldValue | undefined;
  /** Null removes the value; undefined = the typed text does not fit the field. */
  readonly onChange: (value: FieldValue | null | undefined) => void;
  /** The field is left, or a choice was made: the value may be saved. */
  readonly onDone?: () => void;
  readonly error?: string | null;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
}

/** Enters the value of a custom field by its kind. */
export function ValueInput(props: ValueInputProps) {
  switch (props.field.kind) {
    case "text":
    case "number":
    case "date":
      return <TypedInput {...props} />;
    case "multi":
      return <SeveralInput {...props} />;
    default:
      return <ChoiceInput {...props} />;
  }
}

const shown = (value: FieldValue | undefined): string =>
  typeof value === "number" ? String(value).replace(".", ",") : typeof value === "string" ? value : "";

function TypedInput({ field, value, onChange, onDone, error, isRequired, autoFocus }: ValueInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    setTyped(text);
    if (text.trim() === "") onChange(null);
    else onChange(field.kind === "number" ? typedNumber(text) : text.trim());
  };
  return (
    <TextField
      label={field.label}
      value={typed ?? shown(value)}
      onChange={change}
      onBlur={() => {
        setTyped(null);
        onDone?.();
      }}
      error={error ?? null}
      isRequired={isRequired ?? false}
      autoFocus={autoFocus}
      {...(field.kind === "text" ? { maxLength: MAX_TEXT } : {})}
      {...(field.kind === "number" ? { inputMode: "decimal" as const } : {})}
      {...(field.kind === "date" ? { type: "date" } : {})}
    />
  );
}

const NONE = "";
const [YES, NO] = ["yes", "no"];

function ChoiceInput({ field, value, onChange, onDone, error, isRequired }: ValueInputProps) {
  const t = useText(fieldTexts);
  const isYesNo = field.kind === "yes_no";
  const chosen = typeof value === "boolean" ? (value ? YES : NO) : shown(value);
  const offered = isYesNo
    ? [
        { id: YES, label: t("value.yes") },
        { id: NO, label: t("value.no") },
      ]
    : // A removed choice stays on old values.
      [...new Set([...field.choices, ...(chosen === NONE ? [] : [chosen])])].map((id) => ({ id, label: id }));
  return (
    <Select
      label={field.label}
      options={[{ id: NONE, label: t("value.none") }, ...offered]}
      value={chosen}
      onChange={(id) => {
        onChange(id === NONE ? null : isYesNo ? id === YES : id);
        onDone?.();
      }}
      error={error ?? null}
      isRequired={isRequired ?? false}
    />
  );
}

function SeveralInput({ field, value, onChange, onDone, error, isRequired }: ValueInputProps) {
  const t = useText(fieldTexts);
  const chosen = Array.isArray(value) ? value : [];
  const offered = [...new Set([...field.choices, ...chosen])];
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {field.label}
        {isRequired ? " *" : ""}
      </span>
      <MultiSelect
        label={field.label}
        items={offered.map((name, index) => ({ id: index + 1, name }))}
        chosen={chosen.map((name) => offered.indexOf(name) + 1)}
        onChange={(ids) => {
          onChange(ids.flatMap((id) => offered[id - 1] ?? []));
          onDone?.();
        }}
        onOpen={() => undefined}
        emptyText={t("value.noChoices")}
        trigger={chosen.join(", ") || t("value.pick")}
      />
      {error ? (
        <span className="field-error" role="alert">
          {error}
        </span>
      ) : null}
    </div>
  );
}
