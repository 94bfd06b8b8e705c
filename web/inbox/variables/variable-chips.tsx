import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type RefObject, useEffect, useId } from "react";
import {
  type Braces,
  type KnownNames,
  type TextVariables,
  variableProblems,
} from "#accounts/settings/text-variables/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { ownStorageScope } from "#web/lib/session/session.ts";
import { variableTexts } from "./locales/index.ts";
import { insertInto } from "./sample.ts";
import { useOffered } from "./use-offered.ts";
import "./variables.css";

/** A chip: its label and the text it inserts. */
export interface OfferedName {
  readonly label: string;
  readonly text: string;
}
export interface VariableChipsProps {
  /** Label of the field that the chips belong to. */
  readonly field: string;
  readonly input: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Variables to offer; default: the product's variables. */
  readonly names?: readonly OfferedName[];
  readonly braces?: Braces;
  /** Further variable spellings that this text accepts, lower case. */
  readonly also?: readonly string[];
  readonly isReadOnly?: boolean;
}

/** Below every text to customers: variables to insert, and unknown variables in the text. */
export function VariableChips({
  field,
  input,
  value,
  onChange,
  names,
  isReadOnly,
  ...rest
}: VariableChipsProps) {
  useSignals();
  const t = useText(variableTexts);
  const common = useOffered();
  const offered = names ?? common;
  const insert = (added: string) => {
    const box = input.current;
    const [from, to] = [box?.selectionStart ?? value.length, box?.selectionEnd ?? value.length];
    const written = insertInto(value, added, from, to);
    onChange(written.text);
    // The new text is in the field only after the next render.
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(written.cursor, written.cursor);
    });
  };
  return (
    <>
      <VariableProblems value={value} {...rest} />
      {isReadOnly ? null : (
        <div className="variable-chips">
          {offered.map(({ label, text }) => (
            <button
              key={text}
              type="button"
              className="variable-chip"
              aria-label={t("area.insert", { field, variable: label })}
              // The field keeps the focus: its validation on blur would move the chip away from under the press.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(text)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** Warns of each unknown or incomplete variable, which the customer would read as typed. */
function VariableProblems({
  value,
  braces,
  also = [],
}: Pick<VariableChipsProps, "value" | "braces" | "also">) {
  useSignals();
  const t = useText(variableTexts);
  const id = useId();
  const names = useKnownNames();
  const known = names && { ...names, extras: new Set([...names.extras, ...also]) };
  const problems = known ? variableProblems(value, known, braces) : [];
  return (
    <div id={id} aria-live="polite" className="variable-problems">
      {problems.map(({ variable, reason }) => (
        <p key={variable}>
          <TriangleAlert aria-hidden="true" />
          <span>{t(`problem.${reason}`, { variable, right: `{${variable}}` })}</span>
        </p>
      ))}
    </div>
  );
}

/** Loaded names are reloaded after this time, ms. */
const FRESH_MS = 60_000;

const names = signal<KnownNames | null>(null);
let readFor: string | null = null;
let readAt = 0;

async function read(): Promise<void> {
  const person = ownStorageScope();
  if (person === readFor && Date.now() - readAt < FRESH_MS) return;
  if (person !== readFor) names.value = null;
  readFor = person;
  readAt = Date.now();
  try {
    const { extras, keys } = await api.get<TextVariables>("/text-variables");
    if (readFor === person) names.value = { extras: new Set(extras), keys: new Set(keys) };
  } catch {
    // While the names are not loaded no variable is reported as unknown; the server rejects unknown ones on save.
    readAt = 0;
  }
}

/** Variables that the company's texts may use besides the product's own; null until loaded. Reads a signal. */
function useKnownNames(): KnownNames | null {
  useEffect(() => void read(), []);
  return names.value;
}
