import ChevronDown from "lucide-react/icons/chevron-down";
import type { KeyboardEvent } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { hasKeyboard, takesFocus, type WantsFocus } from "#web/lib/keyboard/has-keyboard.ts";
import { FieldLabel, FieldNotes, type FieldProps } from "#web/ui/field/field.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { BackClosesList } from "./back-closes-list.tsx";
import { type Option, OptionRow } from "./select.tsx";
import "#web/ui/overlay/popover.css";
import "./list-box.css";

export interface ComboBoxProps<Id extends string | number> extends FieldProps {
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id | null) => void;
  /**
   * When set, the caller searches (on the server) and `options` are the result. By default the list is filtered here.
   */
  readonly search?: string;
  readonly onSearch?: (text: string) => void;
  /** The list opens on focus, before any input. */
  readonly opensAtOnce?: boolean;
  readonly placeholder?: string;
  /** Shown when no option matches, or while too few letters are typed. */
  readonly emptyText: string;
  /** The typed text remains when the field loses focus without a choice. */
  readonly keepsText?: boolean;
  readonly isDisabled?: boolean;
  readonly autoFocus?: WantsFocus;
  /** On phones the list opens without the on-screen keyboard, which would cover it: for lists short enough to scroll. */
  readonly isShort?: boolean;
  readonly className?: string;
}

/** A select field with search: contacts, attendants, queues. */
export function ComboBox<Id extends string | number>({
  label,
  help,
  error,
  hideLabel = false,
  isRequired = false,
  options,
  value,
  onChange,
  search,
  onSearch,
  opensAtOnce = search === undefined,
  placeholder = "",
  emptyText,
  keepsText = false,
  isDisabled = false,
  autoFocus = false,
  isShort = false,
  className,
}: ComboBoxProps<Id>) {
  const searching = search === undefined ? {} : { inputValue: search, items: options };
  // The list opens again while the text differs from the choice: without this condition Esc would never close it.
  const revert = ({ key }: KeyboardEvent) => {
    const chosen = options.find(({ id }) => id === value)?.label ?? "";
    if (key === "Escape" && search !== undefined && search !== chosen) onSearch?.(chosen);
  };
  return (
    <AriaComboBox
      {...(search === undefined ? { defaultItems: options } : searching)}
      {...(onSearch === undefined ? {} : { onInputChange: onSearch })}
      value={value}
      onChange={(key) => onChange(options.find((option) => option.id === key)?.id ?? null)}
      isDisabled={isDisabled}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      // A list that needs letters shows its hint only after the first one, because it covers the page.
      menuTrigger={opensAtOnce ? "focus" : "input"}
      allowsEmptyCollection
      allowsCustomValue={keepsText}
      autoFocus={takesFocus(autoFocus)}
      className={classNames("field", className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={isRequired} />
      <div className="field-box">
        <Input
          className="field-input"
          placeholder={placeholder}
          onKeyDown={revert}
          {...(isShort && !hasKeyboard() ? { inputMode: "none" } : {})}
        />
        <Button className="combo-box-button">
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <FieldNotes help={help} error={error ?? null} />
      <Popover className="popover list-box-popover" shouldFlip={!keepsText}>
        <BackClosesList context={ComboBoxStateContext} />
        <ListBox<Option<Id>>
          className="list-box"
          renderEmptyState={() => <div className="list-box-empty">{emptyText}</div>}
        >
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
