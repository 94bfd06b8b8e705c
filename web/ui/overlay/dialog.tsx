import X from "lucide-react/icons/x";
import { type ReactNode, useRef } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { useScrollFocus } from "./use-scroll-focus.ts";
import "./dialog.css";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the bottom, the primary one last. Inside a Form, use FormActions. */
  readonly footer?: ReactNode;
  readonly size?: "s" | "m" | "l" | "full";
  readonly role?: "dialog" | "alertdialog";
  /**
   * Default: true, for a dialog that is mounted only while open. Esc and a press outside call `onClose`, where a form
   * with unsaved changes asks for confirmation.
   */
  readonly isOpen?: boolean;
  readonly className?: string;
}

/** A modal dialog: traps the focus, closes with Esc, restores the focus. On phones it is a bottom sheet. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  size = "m",
  role = "dialog",
  isOpen = true,
  className,
}: DialogProps) {
  const t = useText(common);
  useBackCloses(onClose, isOpen);
  return (
    <ModalOverlay
      className="dialog-veil"
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={role === "dialog"}
    >
      <Modal className={classNames("dialog-box", `dialog-${size}`, className)}>
        <AriaDialog className="dialog" role={role}>
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            <IconButton label={t("action.close")} onPress={onClose} size="s">
              <X />
            </IconButton>
          </header>
          <DialogBody title={title}>{children}</DialogBody>
          {footer ? <footer className="dialog-foot">{footer}</footer> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The scrolling part. Without a control in it, it takes the focus itself: keys scroll it. */
function DialogBody({ title, children }: Pick<DialogProps, "title" | "children">) {
  const body = useRef<HTMLDivElement>(null);
  const needsFocus = useScrollFocus(body);
  return (
    <div
      ref={body}
      className="dialog-body"
      {...(needsFocus ? { tabIndex: 0, role: "region", "aria-label": title } : {})}
    >
      <ErrorBoundary part="dialog">{children}</ErrorBoundary>
    </div>
  );
}
