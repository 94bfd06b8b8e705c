import { useSignals } from "@preact/signals-react/runtime";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectStateContext, SelectValue } from "react-aria-components/Select";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { takesFocus, type WantsFocus } from "#web/lib/keyboard/has-keyboard.ts";
import { FieldLabel, FieldNotes, type FieldProps } from "#web/ui/field/field.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { BackClosesList } from "./back-closes-list.tsx";
import "#web/ui/overlay/popover.css";
import "./list-box.css";

export interface Option<Id extends string | number = string | number> {
  readonly id: Id;
  readonly label: string;
  /** A second line of text: number of a contact, open tickets of an attendant. */
  readonly detail?: string;
  /** Content before the text: avatar, colour, presence. */
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean;
}
export interface SelectProps<Id extends string | number> extends FieldProps {
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly onBlur?: () => void;
  /** Shown while nothing is chosen; default 'Escolher'. */
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly autoFocus?: WantsFocus;
  readonly name?: string;
  readonly className?: string;
}

/** A choice from a short list. For "none", add an option to the list. */
export function Select<Id extends string | number>({
  label,
  help,
  error,
  hideLabel = false,
  isRequired = false,
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  isDisabled = false,
  autoFocus = false,
  name,
  className,
}: SelectProps<Id>) {
  useSignals();
  const c = useText(common);
  return (
    <AriaSelect
      {...(name === undefined ? {} : { name })}
      {...(onBlur === undefined ? {} : { onBlur })}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen) onChange(chosen.id);
      }}
      placeholder={placeholder ?? c("action.choose")}
      isDisabled={isDisabled}
      autoFocus={takesFocus(autoFocus)}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classNames("field", className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={isRequired} />
      <Button className="field-box select-button">
        <SelectValue className="select-value ellipsis" />
        <ChevronDown aria-hidden="true" />
      </Button>
      <FieldNotes help={help} error={error ?? null} />
      <Popover className="popover list-box-popover">
        <BackClosesList context={SelectStateContext} />
        <ListBox className="list-box" items={options}>
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** One option of Select and ComboBox. */
export function OptionRow({ option }: { readonly option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      isDisabled={option.isDisabled ?? false}
      className="list-box-item"
    >
      {option.icon}
      <span className="list-box-words">
        <span className="ellipsis">{option.label}</span>
        {option.detail ? <span className="list-box-detail ellipsis">{option.detail}</span> : null}
      </span>
    </ListBoxItem>
  );
}
