import { useSignals } from "@preact/signals-react/runtime";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { shell } from "#web/app/locales/index.ts";
import { closeOverlay } from "#web/app/shell/overlays.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { keyNames } from "#web/lib/keyboard/hotkeys.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { placeTexts } from "#web/lib/places/locales/index.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { paletteTexts } from "./locales/index.ts";
import { PaletteSearch } from "./palette-model.ts";
import { type PaletteGroup, type PaletteRow, usePaletteGroups } from "./use-palette-groups.tsx";
import "#web/ui/overlay/menu.css";
import "./palette.css";

/** Loads the palette with its texts. */
export async function loadPalette() {
  await preloadTexts(paletteTexts, placeTexts);
  return Palette;
}

/**
 * Opens pages, finds tickets and contacts, and runs actions of the current page. An action that changes a ticket or
 * sends a message needs a click or Ctrl+Enter: docs/rules/keyboard.md#palette.
 */
function Palette() {
  useSignals();
  const t = useText(shell);
  const own = useText(paletteTexts);
  const search = useMemo(() => new PaletteSearch(api), []);
  useEffect(() => () => search.stop(), [search]);
  const groups = usePaletteGroups(search);
  useBackCloses(closeOverlay);
  const pressedByEnter = useRef(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = (row: PaletteRow) => {
    if (row.needsModifier && pressedByEnter.current) {
      setRefused(row.label);
      return;
    }
    closeOverlay();
    row.run();
  };
  const notePress = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event;
    // The field dispatches synthetic copies of its key events on the selected row; only trusted events count.
    if (!nativeEvent.isTrusted) return;
    const isEnter = key === "Enter" && !nativeEvent.isComposing;
    pressedByEnter.current = isEnter && !ctrlKey && !metaKey;
    if (!isEnter || pressedByEnter.current) return;
    // The menu ignores Enter with a modifier.
    event.preventDefault();
    event.stopPropagation();
    const chosen = currentTarget.querySelector("[data-focused][data-key]")?.getAttribute("data-key");
    const row = groups.flatMap(({ rows }) => rows).find(({ id }) => id === chosen);
    if (row) run(row);
  };
  return (
    <ModalOverlay
      className="dialog-veil palette-veil"
      isOpen
      isDismissable
      onOpenChange={(open) => open || closeOverlay()}
    >
      <Modal className="palette">
        <Dialog className="palette-dialog" aria-label={t("palette.title")}>
          <Autocomplete
            inputValue={search.text.value}
            onInputChange={(text) => {
              setRefused(null);
              search.type(text);
            }}
          >
            <div
              className="palette-presses"
              role="presentation"
              onKeyDownCapture={notePress}
              onPointerDownCapture={() => {
                pressedByEnter.current = false;
              }}
            >
              <TextField
                type="search"
                className="palette-field"
                label={t("palette.title")}
                placeholder={own("palette.placeholder")}
                suffix={<kbd>Esc</kbd>}
                autoFocus="always"
              />
              <Menu
                className="palette-menu"
                aria-label={t("palette.title")}
                renderEmptyState={() => <p className="palette-hint">{own("palette.empty")}</p>}
              >
                {groups.map((group) => renderGroup(group, run))}
              </Menu>
            </div>
          </Autocomplete>
          <p className="palette-refused" role="status">
            {refused === null
              ? null
              : own("palette.needsModifier", { what: refused, keys: keyNames("mod+Enter").join("+") })}
          </p>
          {search.isTooShort.value ? <p className="palette-hint">{own("palette.hint")}</p> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function renderGroup(group: PaletteGroup, run: (row: PaletteRow) => void) {
  return (
    <MenuSection key={group.id} id={group.id} className="menu-section" aria-label={group.title}>
      <Header className="menu-title">{group.title}</Header>
      {group.rows.map((row) => (
        <MenuItem
          key={row.id}
          id={row.id}
          textValue={row.label}
          className="menu-item"
          onAction={() => run(row)}
        >
          {row.icon}
          <span className="ellipsis">{row.label}</span>
          {row.detail ? <span className="palette-detail ellipsis">{row.detail}</span> : null}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
