import { useSignals } from "@preact/signals-react/runtime";
import Zap from "lucide-react/icons/zap";
import { useEffect, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Menu, MenuItem } from "react-aria-components/Menu";
import { Link } from "wouter";
import type { MacroAnswer } from "#automation/macros/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { macroTexts } from "./locales/index.ts";
import { macroOfDigit, macrosFor, matchingMacros } from "./macro-list.ts";
import "#web/ui/overlay/menu.css";
import "./macros.css";

interface Props {
  readonly ticket: TicketAnswer;
  readonly onChoose: (macro: MacroAnswer) => void;
  readonly onClose: () => void;
}

/** Chooses a macro by its name or by its digit. */
export function MacroPicker({ ticket, onChoose, onClose }: Props) {
  useSignals();
  const t = useText(macroTexts);
  const [typed, setTyped] = useState("");
  const macros = macrosFor(ticket);
  const found = matchingMacros(macros, typed);
  // Also when the macros arrive behind the digit, after another user has signed in.
  const keyed = /^[1-9]$/.test(typed) ? macroOfDigit(macros, Number(typed)) : undefined;
  useEffect(() => {
    if (keyed) onChoose(keyed);
  }, [keyed, onChoose]);
  return (
    <Dialog title={t("pick.title")} size="s" onClose={onClose} className="macro-picker">
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <TextField
          type="search"
          label={t("pick.search")}
          hideLabel
          placeholder={t("pick.search")}
          autoFocus
        />
        <Menu
          className="macro-menu"
          aria-label={t("pick.title")}
          renderEmptyState={() => (
            <p className="macro-none">
              {macros.length > 0 ? (
                t("pick.notFound", { text: typed })
              ) : (
                <>
                  {t("pick.none")} <Link href="/quick-messages?tab=macros">{t("pick.manage")}</Link>
                </>
              )}
            </p>
          )}
        >
          {found.map((macro) => (
            <MenuItem
              key={macro.id}
              id={macro.id}
              textValue={macro.name}
              className="menu-item"
              onAction={() => onChoose(macro)}
            >
              <Zap aria-hidden="true" />
              <span className="macro-words">
                <span className="ellipsis">{macro.name}</span>
                {macro.description === "" ? null : <small className="ellipsis">{macro.description}</small>}
              </span>
              {macro.digit === null ? null : <kbd>{macro.digit}</kbd>}
            </MenuItem>
          ))}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
