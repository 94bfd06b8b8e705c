import PanelLeftClose from "lucide-react/icons/panel-left-close";
import PanelLeftOpen from "lucide-react/icons/panel-left-open";
import { memo } from "react";
import { shell } from "#web/app/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { DrawerLinks } from "./drawer-links.tsx";
import { chooseMenu } from "./drawer-model.ts";
import "./drawer.css";

/** The menu of pages on wide screens: 240 px, or 64 px of icons with tooltips. */
export const Drawer = memo(function Drawer({ isOpen }: { readonly isOpen: boolean }) {
  const t = useText(shell);
  return (
    <nav className="drawer" data-free-keys aria-label={t("drawer.label")} data-open={isOpen}>
      <DrawerLinks isOpen={isOpen} />
      <IconButton
        className="drawer-toggle"
        label={t(isOpen ? "drawer.collapse" : "drawer.expand")}
        aria-expanded={isOpen}
        onPress={() => chooseMenu(isOpen ? "closed" : "open")}
        placement="right"
      >
        {isOpen ? <PanelLeftClose /> : <PanelLeftOpen />}
      </IconButton>
    </nav>
  );
});
