import { useCallback, useEffect, useState } from "react";
import { Link } from "wouter";
import type { GapAnswer } from "#inbox/reconciliation/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { requestJump } from "#web/inbox/messages/stream/jump.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { reconciliationTexts } from "./locales/index.ts";
import { reconciliationCalls } from "./reconciliation-api.ts";

/** The messages that were found later, newest first; each opens its place in the conversation. */
export function GapList({ connectionId }: { readonly connectionId: number }) {
  const t = useText(reconciliationTexts);
  const [gaps, setGaps] = useState<readonly GapAnswer[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(
    async (before?: number) => {
      try {
        const page = await reconciliationCalls.gaps(connectionId, before);
        setGaps((known) => (before === undefined ? page.gaps : [...(known ?? []), ...page.gaps]));
        setHasMore(page.hasMore);
        setError(null);
      } catch (cause) {
        setError(cause);
      }
    },
    [connectionId],
  );
  useEffect(() => void read(), [read]);
  if (error) return <ErrorState error={error} onRetry={() => void read()} />;
  if (gaps?.length === 0) return <p className="lost-muted">{t("report.gapsEmpty")}</p>;
  return (
    <>
      <ul className="lost-list">
        {(gaps ?? []).map((gap) => (
          <li key={gap.id}>
            <span>
              <GapName gap={gap} />
              <small>
                {t("report.wrote", { at: formatDateTime(gap.at), foundAt: formatDateTime(gap.foundAt) })}
              </small>
            </span>
            <Chip tone={gap.state === "filled" ? "primary" : "waiting"}>
              {t(`report.gapState.${gap.state}`)}
            </Chip>
          </li>
        ))}
      </ul>
      {hasMore ? <Button onPress={() => void read(gaps?.at(-1)?.id)}>{t("report.more")}</Button> : null}
    </>
  );
}

function GapName({ gap }: { readonly gap: GapAnswer }) {
  const t = useText(reconciliationTexts);
  const { ticketId, ticketUuid, messageId, contact } = gap;
  if (ticketId === null || messageId === null) return <strong>{contact.name}</strong>;
  return (
    <Link
      href={`/tickets/${ticketUuid}`}
      aria-label={t("report.openGap", { name: contact.name })}
      onClick={() => requestJump(ticketId, messageId)}
    >
      {contact.name}
    </Link>
  );
}
