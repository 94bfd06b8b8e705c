import { useSignals } from "@preact/signals-react/runtime";
import AlarmClock from "lucide-react/icons/alarm-clock";
import Keyboard from "lucide-react/icons/keyboard";
import ListChecks from "lucide-react/icons/list-checks";
import PanelTop from "lucide-react/icons/panel-top";
import PencilLine from "lucide-react/icons/pencil-line";
import Star from "lucide-react/icons/star";
import SunMoon from "lucide-react/icons/sun-moon";
import Zap from "lucide-react/icons/zap";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { visibleSections } from "#web/app/drawer/pages.ts";
import { shell } from "#web/app/locales/index.ts";
import type pt from "#web/app/locales/pt.json";
import { openDrafts, openShortcutSheet, openStars } from "#web/app/shell/overlays.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { lastWords } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { openReminders } from "#web/inbox/tickets/actions/reminder.tsx";
import { idleTicketKeys } from "#web/inbox/tickets/keys/key-groups.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { macroList, macrosFor } from "#web/inbox/tickets/macros/macro-list.ts";
import { startMacro } from "#web/inbox/tickets/macros/start.ts";
import { shownTicketId, tickets } from "#web/inbox/tickets/store.ts";
import { formatPhone } from "#web/lib/format/phone.ts";
import { type Hotkey, hotkeyGroups, keyNames, needsModifier, pressesOf } from "#web/lib/keyboard/hotkeys.ts";
import { toggleTheme } from "#web/lib/page/theme.ts";
import { placeTexts } from "#web/lib/places/locales/index.ts";
import { findPlaces, findsBy } from "#web/lib/places/places.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";
import { hasFirstSteps, showFirstSteps } from "#web/operations/first-steps/show.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { paletteTexts } from "./locales/index.ts";
import type palettePt from "./locales/pt.json";
import type { PaletteSearch } from "./palette-model.ts";

export interface PaletteRow {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: ReactNode;
  /** True if it changes a ticket or sends a message: Enter alone does not run it (docs/rules/keyboard.md#palette). */
  readonly needsModifier?: boolean;
  readonly run: () => void;
}
export interface PaletteGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly PaletteRow[];
}

/** All rows of the palette for the typed text; groups without rows are omitted. */
export function usePaletteGroups(search: PaletteSearch): readonly PaletteGroup[] {
  useSignals();
  const t = useText(shell);
  const own = useText(paletteTexts);
  const m = useText(messages);
  const p = useText(placeTexts);
  const ticketWords = useText(ticketTexts);
  const [, navigate] = useLocation();
  const wanted = search.text.value;
  const isSearch = wanted.trim() !== "";
  const isFound = findsBy(wanted, p);
  const fits = ({ label }: PaletteRow) => isFound(label);
  const groups: PaletteGroup[] = [
    {
      id: "tickets",
      title: own("palette.tickets"),
      rows: search.tickets.value.map((ticket) => ({
        id: `ticket-${ticket.id}`,
        label: ticket.contact.name,
        detail: lastWords(ticket, m),
        icon: <Avatar name={ticket.contact.name} size="s" />,
        run: () => navigate(`/tickets/${ticket.uuid}`),
      })),
    },
    {
      id: "contacts",
      title: own("palette.contacts"),
      rows: search.contacts.value.map((contact) => ({
        id: `contact-${contact.id}`,
        label: contact.name,
        detail: formatPhone(contact.number),
        icon: <Avatar name={contact.name} size="s" />,
        // A name may contain half a surrogate pair, for which `encodeURIComponent` throws.
        run: () =>
          navigate(
            `/tickets?view=search&q=${encodeURIComponent((contact.number || contact.name).toWellFormed())}`,
          ),
      })),
    },
    {
      id: "actions",
      title: own("palette.actions"),
      rows: [
        ...actionsOfPage(),
        ...macrosOfTicket(),
        ...ownActions(t, own),
        ...(isSearch ? hints() : []),
      ].filter(fits),
    },
    {
      id: "pages",
      title: own("palette.pages"),
      rows: [
        ...visibleSections()
          .flatMap((section) => section.pages)
          .map(({ path, label, icon: Icon }) => ({
            id: path,
            label: t(label),
            icon: <Icon aria-hidden="true" />,
            run: () => navigate(path),
          }))
          .filter(fits),
        ...(isSearch ? places() : []),
      ],
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);

  /** Tabs of pages. */
  function places(): PaletteRow[] {
    return findPlaces(wanted, p).map(({ id, name, page, path }) => ({
      id: `place-${id}`,
      label: name,
      detail: page,
      icon: <PanelTop aria-hidden="true" />,
      run: () => navigate(path),
    }));
  }

  /** The actions of tickets while no ticket is open: each row names where the action is found. */
  function hints(): PaletteRow[] {
    if (hotkeyGroups.value.some(({ id }) => id === "ticket")) return [];
    const keys = idleTicketKeys(ticketWords).find(({ id }) => id === "ticket")?.keys ?? [];
    return keys.map((hotkey) => ({
      id: `hint-${hotkey.describe()}`,
      label: hotkey.describe(),
      detail: keysOf(hotkey),
      icon: <Zap aria-hidden="true" />,
      run: () => {
        navigate("/tickets");
        toast.info(own("palette.needsTicket", { what: hotkey.describe() }));
      },
    }));
  }
}

/**
 * Keys that only move the focus from row to row; the palette does not offer them, because they have no use after it has closed.
 */
const MOVES: ReadonlySet<string> = new Set(["j", "k", "x", "X", "alt+ArrowDown", "alt+ArrowUp"]);

const keysOf = (hotkey: Hotkey) =>
  (needsModifier(hotkey) && hotkey.applies?.() !== false ? "mod+Enter" : pressesOf(hotkey))
    .split(" ")
    .flatMap(keyNames)
    .join(" ");

/** Actions of the current page: its shortcuts that have an effect now. */
function actionsOfPage(): PaletteRow[] {
  return hotkeyGroups.value
    .filter(({ id }) => id !== "shell")
    .flatMap((group) =>
      group.keys
        .filter(({ keys, applies }) => !MOVES.has(keys) && (applies?.() ?? true))
        .map((hotkey) => ({
          id: `key-${group.id}-${hotkey.describe()}`,
          label: hotkey.describe(),
          detail: keysOf(hotkey),
          icon: <Zap aria-hidden="true" />,
          needsModifier: needsModifier(hotkey),
          run: () => hotkey.run(new KeyboardEvent("keydown")),
        })),
    );
}

/** The macros of the ticket on screen; each is previewed first. */
function macrosOfTicket(): PaletteRow[] {
  const id = shownTicketId.value;
  const ticket = id === null ? undefined : tickets.get(id);
  if (!ticket) return [];
  void macroList.need();
  return macrosFor(ticket).map(({ id: macroId, name }) => ({
    id: `macro-${macroId}`,
    label: name,
    detail: keyNames("mod+Enter").join(" "),
    icon: <Zap aria-hidden="true" />,
    // A macro without a preview runs immediately.
    needsModifier: true,
    run: () => startMacro(ticket, macroId),
  }));
}

function ownActions(t: Translate<typeof pt>, own: Translate<typeof palettePt>): PaletteRow[] {
  const firstSteps = {
    id: "first-steps",
    label: t("top.firstSteps"),
    icon: <ListChecks aria-hidden="true" />,
    run: showFirstSteps,
  };
  const drafts = {
    id: "drafts",
    label: t("top.drafts"),
    icon: <PencilLine aria-hidden="true" />,
    run: openDrafts,
  };
  const reminders = {
    id: "reminders",
    label: t("top.reminders"),
    icon: <AlarmClock aria-hidden="true" />,
    run: openReminders,
  };
  const stars = { id: "stars", label: t("top.stars"), icon: <Star aria-hidden="true" />, run: openStars };
  return [
    // A support session has no drafts, reminders or stars.
    ...(maySetSecrets() ? [drafts, reminders, stars] : []),
    ...(hasFirstSteps() ? [firstSteps] : []),
    {
      id: "theme",
      label: own("palette.toggleTheme"),
      icon: <SunMoon aria-hidden="true" />,
      run: toggleTheme,
    },
    { id: "keys", label: t("keys.sheet"), icon: <Keyboard aria-hidden="true" />, run: openShortcutSheet },
  ];
}
