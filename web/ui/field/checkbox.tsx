import Check from "lucide-react/icons/check";
import Minus from "lucide-react/icons/minus";
import { Checkbox as AriaCheckbox } from "react-aria-components/Checkbox";
import { classNames } from "#web/ui/styles/class-names.ts";
import "./checkbox.css";

export interface CheckboxProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  /** True when only some checkboxes of the group are selected. */
  readonly isIndeterminate?: boolean;
  readonly isDisabled?: boolean;
  readonly hideLabel?: boolean;
  readonly className?: string;
}

/** One checkbox of a group, or a single one. */
export function Checkbox({
  label,
  value,
  onChange,
  isIndeterminate = false,
  isDisabled = false,
  hideLabel = false,
  className,
}: CheckboxProps) {
  return (
    <AriaCheckbox
      isSelected={value}
      onChange={onChange}
      isIndeterminate={isIndeterminate}
      isDisabled={isDisabled}
      className={classNames("checkbox", className)}
    >
      <span className="checkbox-box" aria-hidden="true">
        {isIndeterminate ? <Minus /> : <Check />}
      </span>
      <span className={hideLabel ? "visually-hidden" : undefined}>{label}</span>
    </AriaCheckbox>
  );
}
