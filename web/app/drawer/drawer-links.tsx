import { useSignals } from "@preact/signals-react/runtime";
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-aria-components/Link";
import { useLocationProperty } from "wouter/use-browser-location";
import { shell } from "#web/app/locales/index.ts";
import { connectionsNeedHelp } from "#web/app/notices/connection-alert.ts";
import { useText } from "#web/i18n/use-text.ts";
import { chatUnread } from "#web/inbox/chats/unread-count.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { chooseMenu } from "./drawer-model.ts";
import { type PageLink, pageAt, visibleSections } from "./pages.ts";

export interface DrawerLinksProps {
  readonly isOpen: boolean;
  /** Called when a page is chosen, even the current one. */
  readonly onChoose?: () => void;
}

const pageNow = () => pageAt(globalThis.location.pathname);

/** The sections of the drawer with their pages; those of campaigns are in a submenu. */
export function DrawerLinks({ isOpen, onChoose }: DrawerLinksProps) {
  useSignals();
  const t = useText(shell);
  const current = useLocationProperty(pageNow);
  const link = (page: PageLink) => (
    <li key={page.path}>
      <DrawerLink page={page} isOpen={isOpen} isCurrent={page.path === current} onChoose={onChoose} />
    </li>
  );
  const box = useRef<HTMLDivElement>(null);
  useCurrentInView(box, `${current} ${isOpen}`);
  return (
    <div ref={box} className="drawer-sections">
      {visibleSections().map((section) => {
        const submenu = section.pages.filter(({ campaigns }) => campaigns);
        return (
          <section key={section.id} className="drawer-section">
            <h2 className={isOpen ? "drawer-title" : "visually-hidden"}>{t(section.title)}</h2>
            <ul>
              {section.pages.map((page) => {
                if (!page.campaigns) return link(page);
                if (page !== submenu[0]) return null;
                return (
                  <Submenu
                    key={page.path}
                    pages={submenu}
                    isOpen={isOpen}
                    hasCurrent={submenu.some(({ path }) => path === current)}
                  >
                    {submenu.map(link)}
                  </Submenu>
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/**
 * Scrolls the link of the current page into view: after a change of the page or of the menu, and when the menu's
 * height changes.
 */
function useCurrentInView(box: RefObject<HTMLElement | null>, change: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the page or the menu must scroll again
  useEffect(() => {
    const menu = box.current;
    const show = () => box.current?.querySelector(".drawer-link-on")?.scrollIntoView?.({ block: "nearest" });
    show();
    if (!menu) return;
    const watch = new ResizeObserver(show);
    watch.observe(menu);
    return () => watch.disconnect();
  }, [change]);
}

interface SubmenuProps {
  readonly pages: readonly PageLink[];
  readonly isOpen: boolean;
  /** True when the current page is in this submenu. */
  readonly hasCurrent: boolean;
  readonly children: ReactNode;
}

/** Opens on a press, and without one while the current page is in it; a narrow drawer is widened first. */
function Submenu({ pages, isOpen, hasCurrent, children }: SubmenuProps) {
  const t = useText(shell);
  const [isUnfolded, setUnfolded] = useState(hasCurrent);
  const isShown = isOpen && isUnfolded;
  const label = t("drawer.campaigns");
  const Icon = pages[0]?.icon;
  return (
    <li>
      <button
        type="button"
        className={classNames("drawer-link", hasCurrent && !isShown && "drawer-link-on")}
        aria-expanded={isShown}
        aria-label={label}
        {...(isOpen ? {} : { "data-tooltip": label, "data-tooltip-side": "right" })}
        onClick={() => {
          if (!isOpen) chooseMenu("open");
          setUnfolded(!isShown);
        }}
      >
        {Icon ? <Icon aria-hidden="true" /> : null}
        {isOpen ? <span className="drawer-fold">{label}</span> : null}
      </button>
      {isShown ? <ul className="drawer-submenu">{children}</ul> : null}
    </li>
  );
}

interface DrawerLinkProps {
  readonly page: PageLink;
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly onChoose: (() => void) | undefined;
}

/** Renders again only when its own properties change: switching tickets changes none of them. */
const DrawerLink = memo(function DrawerLink({ page, isOpen, isCurrent, onChoose }: DrawerLinkProps) {
  useSignals();
  const t = useText(shell);
  const label = t(page.campaigns ?? page.label);
  const needsHelp = page.path === "/connections" && connectionsNeedHelp.value;
  const unread = page.path === "/chats" ? chatUnread.value : 0;
  const Icon = page.icon;
  return (
    <Link
      href={page.path}
      {...(onChoose ? { onClick: onChoose } : {})}
      className={classNames("drawer-link", isCurrent && "drawer-link-on")}
      {...(isCurrent ? { "aria-current": "page" } : {})}
      {...(isOpen ? {} : { "data-tooltip": label, "data-tooltip-side": "right" })}
      aria-label={
        needsHelp ? `${label}, ${t("drawer.needsAttention")}` : unread > 0 ? `${label} (${unread})` : label
      }
    >
      {page.campaigns ? null : <Icon aria-hidden="true" />}
      {isOpen ? <span className="ellipsis">{label}</span> : null}
      {unread > 0 ? (
        <span className="drawer-count" aria-hidden="true">
          <Badge count={unread} />
        </span>
      ) : null}
      {needsHelp ? (
        <span className="drawer-alert" aria-hidden="true">
          !
        </span>
      ) : null}
    </Link>
  );
});
