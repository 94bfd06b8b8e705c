import { useSignals } from "@preact/signals-react/runtime";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session.ts";
import { useBackCloses } from "#web/lib/use-back-closes.ts";
import { shortName } from "#web/lib/use-narrow.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { DrawerLinks } from "./drawer-links.tsx";
import { phoneDrawer } from "./drawer-model.ts";
import { ActiveUntil } from "./greeting.tsx";
import { shell } from "./locales/index.ts";
import "./drawer.css";

/** The menu of pages on phones: over the page, gone after a choice. */
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
