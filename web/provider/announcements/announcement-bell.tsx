import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import Megaphone from "lucide-react/icons/megaphone";
import type { ComponentType } from "react";
import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { announcementTexts } from "./locales/index.ts";
import { UnreadAnnouncements } from "./unread.ts";

const AnnouncementsRead = lazy(async () => {
  const [part] = await Promise.all([import("./announcements-read.tsx"), preloadTexts(announcementTexts)]);
  return part.AnnouncementsRead;
});
const OpenedAnnouncement = lazyLayer(async () => {
  const [part] = await Promise.all([import("./opened-announcement.tsx"), preloadTexts(announcementTexts)]);
  return part.OpenedAnnouncement;
});

const opened = signal<AnnouncementAnswer | null>(null);
const unread = new UnreadAnnouncements({ api, socket, onNew: ({ title }) => toast.info(title) });
/** Subscribes to announcements while a user is signed in. Returns a function that stops it. */
export const startAnnouncements = (): (() => void) => unread.start();

interface Props {
  readonly label: string;
  /** Renders a text with WhatsApp formatting and links. */
  readonly Text: ComponentType<{ readonly text: string }>;
}

/** The announcements button of the top bar with its unread count, the list it opens, and the opened announcement. */
export function AnnouncementBell({ label, Text }: Props) {
  useSignals();
  const count = unread.count.value;
  return (
    <>
      <Popover
        label={label}
        trigger={
          <IconButton label={label} badge={count > 0 ? (count > 9 ? "9+" : String(count)) : null}>
            <Megaphone />
          </IconButton>
        }
      >
        {(close) => (
          <AnnouncementsRead
            unread={unread}
            onOpen={(announcement) => {
              close();
              opened.value = announcement;
            }}
          />
        )}
      </Popover>
      {opened.value ? (
        <OpenedAnnouncement
          announcement={opened.value}
          Text={Text}
          onClose={() => {
            opened.value = null;
          }}
        />
      ) : null}
    </>
  );
}
