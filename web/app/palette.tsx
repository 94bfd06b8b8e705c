import { useSignals } from "@preact/signals-react/runtime";
import Search from "lucide-react/icons/search";
import { useEffect, useMemo } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { TextField } from "react-aria-components/TextField";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api.ts";
import { shell } from "./locales/index.ts";
import { closeOverlay } from "./overlays.ts";
import { PaletteSearch } from "./palette-model.ts";
import { paletteTexts } from "./palette-texts/index.ts";
import { type PaletteGroup, usePaletteGroups } from "./use-palette-groups.tsx";
import "#web/ui/menu.css";
import "./palette.css";

/** The palette, when its texts are there. */
export async function loadPalette() {
  await preloadTexts(paletteTexts);
  return Palette;
}

/** Go to a page, find a ticket or contact, run what the page on screen can do; all by typing. */
function Palette() {
  useSignals();
  const t = useText(shell);
  const own = useText(paletteTexts);
  const search = useMemo(() => new PaletteSearch(api), []);
  useEffect(() => () => search.stop(), [search]);
  const groups = usePaletteGroups(search);
  return (
    <ModalOverlay
      className="dialog-veil palette-veil"
      isOpen
      isDismissable
      onOpenChange={(open) => open || closeOverlay()}
    >
      <Modal className="palette">
        <Dialog className="palette-dialog" aria-label={t("palette.title")}>
          <Autocomplete inputValue={search.text.value} onInputChange={(text) => search.type(text)}>
            <TextField type="search" className="palette-field" aria-label={t("palette.title")} autoFocus>
              <Search aria-hidden="true" />
              <Input placeholder={own("palette.placeholder")} />
              <kbd>Esc</kbd>
            </TextField>
            <Menu
              className="palette-menu"
              aria-label={t("palette.title")}
              renderEmptyState={() => <p className="palette-hint">{own("palette.empty")}</p>}
            >
              {groups.map(renderGroup)}
            </Menu>
          </Autocomplete>
          {search.isTooShort.value ? <p className="palette-hint">{own("palette.hint")}</p> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function renderGroup(group: PaletteGroup) {
  return (
    <MenuSection key={group.id} id={group.id} className="menu-section" aria-label={group.title}>
      <Header className="menu-title">{group.title}</Header>
      {group.rows.map((row) => (
        <MenuItem
          key={row.id}
          id={row.id}
          textValue={row.label}
          className="menu-item"
          onAction={() => {
            closeOverlay();
            row.run();
          }}
        >
          {row.icon}
          <span className="ellipsis">{row.label}</span>
          {row.detail ? <span className="palette-detail ellipsis">{row.detail}</span> : null}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
