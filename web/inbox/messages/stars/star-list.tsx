import { useSignals } from "@preact/signals-react/runtime";
import Star from "lucide-react/icons/star";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { StarredMessage, StarredPage } from "#inbox/messages/stars/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messageSummary } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { starTexts } from "./locales/index.ts";
import { fetchStarred, setStar, starChanges } from "./stars.ts";
import "./star-list.css";

interface Props {
  /** Null: of all conversations; each row then names its contact. */
  readonly ticketId: number | null;
  readonly empty: ReactNode;
  readonly onOpen: (starred: StarredMessage) => void;
}

/** The user's starred messages, the last starred first; a press opens the message. */
export function StarList({ ticketId, empty, onOpen }: Props) {
  useSignals();
  const t = useText(starTexts);
  const [page, setPage] = useState<StarredPage | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useCallback(() => {
    setFailure(null);
    fetchStarred(ticketId).then(setPage, setFailure);
  }, [ticketId]);
  const changes = starChanges.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a star set elsewhere on the page reads the list again
  useEffect(load, [load, changes]);
  if (failure) return <ErrorState error={failure} title={t("list.loadFailed")} onRetry={load} />;
  if (!page) return <Skeleton shape="block" height={96} />;
  if (page.starred.length === 0) return empty;
  const more = () =>
    void fetchStarred(ticketId, page.starred.at(-1)?.message.id).then(
      (next) => setPage({ ...next, starred: [...page.starred, ...next.starred] }),
      toast.failure,
    );
  return (
    <>
      <ul className="starred">
        {page.starred.map((one) => (
          <li key={one.message.id} className="starred-row">
            <ErrorBoundary part="star" resetKey={one} raw={one.message.body}>
              <StarRow starred={one} namesContact={ticketId === null} onOpen={onOpen} />
            </ErrorBoundary>
            <IconButton
              label={t("list.remove")}
              size="s"
              onPress={() => void setStar(one.message.id, false).catch(toast.failure)}
            >
              <Star className="starred-on" />
            </IconButton>
          </li>
        ))}
      </ul>
      {page.hasMore ? <Button onPress={more}>{t("list.more")}</Button> : null}
    </>
  );
}

interface RowProps extends Pick<Props, "onOpen"> {
  readonly starred: StarredMessage;
  readonly namesContact: boolean;
}

function StarRow({ starred, namesContact, onOpen }: RowProps) {
  const t = useText(starTexts);
  const m = useText(messages);
  const { message, contactName } = starred;
  const author = message.fromMe ? t("list.you") : (message.contact?.name ?? contactName);
  return (
    <button type="button" className="starred-open" onClick={() => onOpen(starred)}>
      <span className="starred-head">
        <strong className="ellipsis" dir="auto">
          {namesContact ? contactName : author}
        </strong>
        <time dateTime={message.createdAt}>{timeOrDate(message.createdAt)}</time>
      </span>
      <span className="starred-text" dir="auto">
        {namesContact && message.fromMe ? `${t("list.you")}: ` : ""}
        {messageSummary(message, m)}
      </span>
    </button>
  );
}
