import type { ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import "./field.css";

/** Properties of every field: label above, help below, error beside it. */
export interface FieldProps {
  readonly label: string;
  /** One sentence below the field. */
  readonly help?: ReactNode;
  /** Why the value was rejected, in the language of the page. */
  readonly error?: string | null;
  /** The label is only for screen readers (search boxes with an icon). */
  readonly hideLabel?: boolean;
  readonly isRequired?: boolean;
}

/** The label of a field. */
export function FieldLabel({ label, hideLabel, isRequired }: FieldProps) {
  return (
    <Label className={hideLabel ? "visually-hidden" : "field-label"}>
      {label}
      {isRequired ? <span aria-hidden="true"> *</span> : null}
    </Label>
  );
}

/** Help and error below a field. */
export function FieldNotes({ help, error }: Pick<FieldProps, "help" | "error">) {
  return (
    <>
      {help && !error ? (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      ) : null}
      <FieldError className="field-error">{error}</FieldError>
    </>
  );
}
