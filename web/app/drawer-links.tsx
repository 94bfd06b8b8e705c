import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "react-aria-components/Link";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { classNames } from "#web/ui/class-names.ts";
import { connectionsNeedHelp } from "./connection-alert.ts";
import { shell } from "./locales/index.ts";
import { isOn, type PageLink, visibleSections } from "./pages.ts";

export interface DrawerLinksProps {
  readonly isOpen: boolean;
  /** A page was pressed, be it the one on screen. */
  readonly onChoose?: () => void;
}

/** The sections of the drawer with their pages. */
export function DrawerLinks({ isOpen, onChoose }: DrawerLinksProps) {
  useSignals();
  const t = useText(shell);
  return (
    <div className="drawer-sections">
      {visibleSections().map((section) => (
        <section key={section.id} className="drawer-section">
          <h2 className={isOpen ? "drawer-title" : "visually-hidden"}>{t(section.title)}</h2>
          <ul>
            {section.pages.map((page) => (
              <li key={page.path}>
                <DrawerLink page={page} isOpen={isOpen} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface DrawerLinkProps {
  readonly page: PageLink;
  readonly isOpen: boolean;
  readonly onChoose: (() => void) | undefined;
}

function DrawerLink({ page, isOpen, onChoose }: DrawerLinkProps) {
  useSignals();
  const t = useText(shell);
  const [location] = useLocation();
  const label = t(page.label);
  const needsHelp = page.path === "/connections" && connectionsNeedHelp.value;
  const Icon = page.icon;
  const isCurrent = isOn(page.path, location);
  return (
    <Link
      href={page.path}
      {...(onChoose ? { onClick: onChoose } : {})}
      className={classNames("drawer-link", isCurrent && "drawer-link-on")}
      {...(isCurrent ? { "aria-current": "page" } : {})}
      {...(isOpen ? {} : { "data-tooltip": label, "data-tooltip-side": "right" })}
      aria-label={needsHelp ? `${label}, ${t("drawer.needsAttention")}` : label}
    >
      <Icon aria-hidden="true" />
      {isOpen ? <span className="ellipsis">{label}</span> : null}
      {needsHelp ? (
        <span className="drawer-alert" aria-hidden="true">
          !
        </span>
      ) : null}
    </Link>
  );
}
