import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components/Switch";
import { classNames } from "#web/ui/styles/class-names.ts";
import "./switch.css";

export interface SwitchProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** A switch that applies at once or with its form. */
export function Switch({ label, help, value, onChange, isDisabled = false, className }: SwitchProps) {
  return (
    <AriaSwitch
      isSelected={value}
      onChange={onChange}
      isDisabled={isDisabled}
      className={classNames("switch", className)}
    >
      <span className="switch-track" aria-hidden="true" />
      <span className="switch-words">
        <span className="switch-label">{label}</span>
        {help ? <span className="switch-help">{help}</span> : null}
      </span>
    </AriaSwitch>
  );
}
