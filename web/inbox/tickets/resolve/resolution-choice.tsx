import { useEffect, useRef } from "react";
import type { ResolutionAnswer } from "#inbox/tickets/resolutions/contract.ts";
import { MAX_RESOLUTION_NOTE } from "#inbox/tickets/resolutions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { resolutionTexts } from "#web/inbox/tickets/resolutions/locales/index.ts";
import { TextField } from "#web/ui/field/text-field.tsx";

interface Props {
  readonly offered: readonly ResolutionAnswer[];
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly isRequired: boolean;
  readonly error: string | null;
}

/** Resolutions with keys. */
const KEYS = 9;

/** The list of resolutions: the first nine have keys, arrows move, Enter resolves with the form. */
export function ResolutionChoice(props: Props) {
  const { offered, chosen, onChoose, note, onNote, isRequired, error } = props;
  const t = useText(resolutionTexts);
  const list = useRef<HTMLFieldSetElement>(null);
  // The keyboard is on the chosen one, also after a key has chosen it; at first on the first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list must not take the keyboard from the note
  useEffect(() => {
    const at = offered.findIndex(({ id }) => id === chosen);
    list.current?.querySelectorAll("input")[Math.max(0, at)]?.focus();
  }, [chosen]);
  return (
    <>
      <fieldset ref={list} className="resolutions" aria-describedby="resolution-hint">
        <legend className="field-label">
          {t("choice.label")}
          {isRequired ? <span aria-hidden="true"> *</span> : null}
        </legend>
        <div className="resolutions-list">
          {offered.map(({ id, name }, index) => (
            <label key={id} className="resolution-option" data-chosen={id === chosen}>
              <input
                type="radio"
                name="resolution"
                checked={id === chosen}
                required={isRequired}
                onChange={() => onChoose(id)}
              />
              <span dir="auto">{name}</span>
              {index < KEYS ? <small aria-hidden="true">{index + 1}</small> : null}
            </label>
          ))}
        </div>
        {error ? (
          <p className="field-error" role="alert">
            {error}
          </p>
        ) : null}
        <p className="field-help" id="resolution-hint">
          {t("choice.hint")}
        </p>
      </fieldset>
      <TextField label={t("choice.note")} value={note} onChange={onNote} maxLength={MAX_RESOLUTION_NOTE} />
    </>
  );
}

/** The resolution of a pressed key 1 to 9; undefined while text is typed. */
export function resolutionOfKey(
  {
    key,
    target,
    ctrlKey,
    metaKey,
    altKey,
  }: Pick<KeyboardEvent, "key" | "target" | "ctrlKey" | "metaKey" | "altKey">,
  offered: readonly ResolutionAnswer[],
): number | undefined {
  const isText = target instanceof HTMLInputElement && target.type !== "radio";
  if (isText || ctrlKey || metaKey || altKey) return undefined;
  const at = Number(key);
  return Number.isInteger(at) && at >= 1 && at <= KEYS ? offered[at - 1]?.id : undefined;
}
