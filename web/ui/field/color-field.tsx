import Check from "lucide-react/icons/check";
import Pipette from "lucide-react/icons/pipette";
import { useId } from "react";
import { dataColor } from "#web/ui/styles/color.ts";
import "./color-field.css";

/** Colours that are easy to distinguish in both themes. */
export const PALETTE = [
  "#0b72c4",
  "#0f9d8a",
  "#2f9e44",
  "#7a9a01",
  "#e0a100",
  "#f26b1d",
  "#d6336c",
  "#c02a37",
  "#9c36b5",
  "#5b5fc7",
  "#8a5a44",
  "#5c6b7a",
] as const;

export interface ColorFieldProps {
  readonly label: string;
  /** `#rrggbb`. */
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly onBlur?: () => void;
  /** Name of the button that opens the browser's colour picker. */
  readonly otherLabel: string;
  readonly error?: string | null;
  readonly name?: string;
  /** Colours already in use: labelled as such, but selectable. */
  readonly used?: readonly string[];
}

/** A colour of a queue or tag: one of a palette of twelve, or any other. */
export function ColorField({
  label,
  value,
  onChange,
  onBlur,
  otherLabel,
  error,
  name,
  used = [],
}: ColorFieldProps) {
  const id = useId();
  const isUsed = (color: string) => used.some((other) => other.toLowerCase() === color);
  const isOther = !PALETTE.some((color) => color === value.toLowerCase());
  return (
    <fieldset className="color-field field" onBlur={onBlur}>
      <legend className="field-label">{label}</legend>
      <div className="color-swatches">
        {PALETTE.map((color) => (
          <label key={color} className="color-swatch" data-used={isUsed(color)} style={dataColor(color)}>
            <input
              type="radio"
              className="visually-hidden"
              name={name ?? id}
              value={color}
              aria-label={color}
              checked={value.toLowerCase() === color}
              onChange={() => onChange(color)}
            />
            <Check aria-hidden="true" />
          </label>
        ))}
        <label className="color-swatch color-other" data-chosen={isOther} style={dataColor(value)}>
          <input
            type="color"
            aria-label={otherLabel}
            data-tooltip={otherLabel}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : PALETTE[0]}
            onChange={({ target }) => onChange(target.value)}
          />
          <Pipette aria-hidden="true" />
        </label>
      </div>
      {error ? <span className="field-error">{error}</span> : null}
    </fieldset>
  );
}
