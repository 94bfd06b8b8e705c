import { useSignals } from "@preact/signals-react/runtime";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { shell } from "#web/app/locales/index.ts";
import { ActiveUntil } from "#web/app/top-bar/top-bar.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { shortName } from "#web/lib/page/use-narrow.ts";
import { session } from "#web/lib/session/session.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { DrawerLinks } from "./drawer-links.tsx";
import { phoneDrawer } from "./drawer-model.ts";
import "./drawer.css";
import "./phone-drawer.css";

/** The menu of pages on phones: over the page, closed after a choice. */
export function PhoneDrawer() {
  useSignals();
  const t = useText(shell);
  const user = session.user.value;
  const setOpen = (open: boolean) => {
    phoneDrawer.value = open;
  };
  useBackCloses(() => setOpen(false));
  if (!user) return null;
  return (
    <ModalOverlay className="phone-drawer-veil" isOpen isDismissable onOpenChange={setOpen}>
      <Modal className="phone-drawer">
        <Dialog className="phone-drawer-dialog" aria-label={t("drawer.label")}>
          <div className="phone-drawer-who">
            <Avatar name={user.name} />
            <div>
              <p>
                {t("top.hello")} {shortName(user.name, true)}
              </p>
              <small>
                {shortName(user.company.name, true)}
                <ActiveUntil before=" · " />
              </small>
            </div>
          </div>
          <DrawerLinks isOpen onChoose={() => setOpen(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
