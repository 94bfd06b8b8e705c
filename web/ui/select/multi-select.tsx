import { useSignals } from "@preact/signals-react/runtime";
import Check from "lucide-react/icons/check";
import { useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasWords } from "#web/lib/format/typed-match.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { dataColor } from "#web/ui/styles/color.ts";
import "./multi-select.css";

export interface Pickable {
  readonly id: number;
  readonly name: string;
  readonly color?: string;
  /** Shown after the name. */
  readonly detail?: string | undefined;
}
export interface MultiSelectProps {
  readonly label: string;
  readonly items: readonly Pickable[];
  readonly chosen: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  /** Called when it opens: the caller may load the list then. */
  readonly onOpen: () => void;
  readonly emptyText: string;
  /** In forms: the chosen entries, shown like the value of a field; screen readers also read the label. */
  readonly trigger?: string;
}

/** Minimum number of entries with which a search box is shown. */
const SEARCH_FROM = 8;

/** Selects several entries of a short list, in a panel beside its button: tags, attendants, queues. */
export function MultiSelect(props: MultiSelectProps) {
  useSignals();
  const { label, chosen, onOpen, trigger } = props;
  const caption = chosen.length > 0 ? `${label} · ${chosen.length}` : label;
  return (
    <Popover
      label={label}
      placement="bottom start"
      onOpenChange={(open) => open && onOpen()}
      trigger={
        <Button
          size="s"
          className={classNames(
            trigger ? "pick-field" : "pick-trigger",
            !trigger && chosen.length > 0 && "pick-trigger-on",
          )}
          {...(trigger && { "aria-label": `${label}: ${trigger}` })}
        >
          {trigger ?? caption}
        </Button>
      }
    >
      <CheckList {...props} />
    </Popover>
  );
}

/** The panel: a search box when the list is long, then a row per entry. */
export function CheckList({ label, items, chosen, onChange, emptyText }: MultiSelectProps) {
  const c = useText(common);
  const [search, setSearch] = useState("");
  const found = items.filter(({ name }) => hasWords(name, search));
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <div className="pick">
      {items.length >= SEARCH_FROM ? (
        <TextField
          label={c("action.search")}
          hideLabel
          type="search"
          autoFocus
          placeholder={c("action.search")}
          value={search}
          onChange={setSearch}
        />
      ) : null}
      <fieldset className="pick-list" aria-label={label}>
        {found.map(({ id, name, color, detail }) => (
          <label key={id} className="pick-item">
            <input
              type="checkbox"
              className="visually-hidden"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
            />
            {color ? <i className="pick-color" style={dataColor(color)} /> : null}
            <span className="ellipsis">{name}</span>
            {detail ? <small className="pick-detail ellipsis">{detail}</small> : null}
            <Check className="pick-check" aria-hidden="true" />
          </label>
        ))}
      </fieldset>
      {found.length === 0 ? (
        <p className="pick-empty">{items.length === 0 ? emptyText : c("list.notFound")}</p>
      ) : null}
      {chosen.length > 0 ? (
        <Button size="s" variant="ghost" onPress={() => onChange([])}>
          {c("action.clear")}
        </Button>
      ) : null}
    </div>
  );
}
