import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "./icon-button.tsx";
import { TextField } from "./text-field.tsx";
import "./search-field.css";

export interface SearchFieldProps {
  /** What is searched, for screen readers and as the place holder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The search of a list page; the list itself waits half a second after the last key. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const t = useText(common);
  return (
    <TextField
      label={label}
      hideLabel
      placeholder={label}
      type="search"
      className="search-field"
      icon={<Search aria-hidden="true" />}
      value={value}
      onChange={onChange}
      suffix={
        value === "" ? undefined : (
          <IconButton size="s" label={t("action.clear")} onPress={() => onChange("")}>
            <X />
          </IconButton>
        )
      }
    />
  );
}
