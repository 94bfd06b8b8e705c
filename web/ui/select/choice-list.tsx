import { ListBox } from "react-aria-components/ListBox";
import { FieldLabel } from "#web/ui/field/field.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { OptionRow, type SelectProps } from "./select.tsx";
import "./list-box.css";

/** A choice from a list that is always visible. */
export function ChoiceList<Id extends string | number>({
  label,
  error,
  isRequired = false,
  options,
  value,
  onChange,
  className,
}: Pick<SelectProps<Id>, "label" | "error" | "isRequired" | "options" | "value" | "onChange" | "className">) {
  return (
    <div className={classNames("field", className)} data-invalid={error ? true : undefined}>
      <FieldLabel label={label} isRequired={isRequired} />
      <ListBox
        className="list-box choice-list"
        aria-label={label}
        items={options}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={value === null ? [] : [value]}
        onSelectionChange={(keys) => {
          const chosen = options.find(({ id }) => keys !== "all" && keys.has(id));
          if (chosen) onChange(chosen.id);
        }}
      >
        {(option) => <OptionRow option={option} />}
      </ListBox>
      {error ? <span className="field-error">{error}</span> : null}
    </div>
  );
}
