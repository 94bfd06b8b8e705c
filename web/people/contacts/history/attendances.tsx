import Star from "lucide-react/icons/star";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { ContactTicketAnswer, ContactTicketPage } from "#inbox/tickets/of-contact/contract.ts";
import { RATING_SCALES } from "#inbox/tickets/rating-scales/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { requestJump } from "#web/inbox/messages/stream/jump.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { contactListTexts } from "#web/people/contacts/list/locales/index.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import "./attendances.css";

interface Props {
  readonly contactId: number;
  /** Called when an attendance was opened: closes the overlay. */
  readonly onOpened?: () => void;
}

const TONES = { pending: "waiting", open: "success", closed: "neutral" } as const;

/**
 * The contact's attendances visible to the user, newest first; a press opens the conversation where the attendance
 * starts.
 */
export function Attendances({ contactId, onOpened }: Props) {
  const t = useText(contactListTexts);
  const [rows, setRows] = useState<readonly ContactTicketAnswer[] | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const load = async (before: number | null) => {
    setError(null);
    try {
      const page = await api.get<ContactTicketPage>(`/contacts/${contactId}/tickets`, { query: { before } });
      setRows((known) => (before === null ? page.tickets : [...(known ?? []), ...page.tickets]));
      setHasMore(page.hasMore);
    } catch (failure) {
      setError(failure);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once for each contact
  useEffect(() => void load(null), [contactId]);

  if (error && !rows) return <ErrorState error={error} onRetry={() => void load(null)} />;
  if (!rows) {
    return (
      <div className="attendances-waiting" aria-busy="true">
        <Skeleton width="100%" height={58} />
        <Skeleton width="100%" height={58} />
      </div>
    );
  }
  if (rows.length === 0) return <p className="attendances-none">{t("history.empty")}</p>;
  return (
    <>
      <ul className="attendances">
        {rows.map((row) => (
          <li key={row.id}>
            <Attendance row={row} onOpened={onOpened} />
          </li>
        ))}
      </ul>
      {hasMore ? (
        <Button size="s" variant="ghost" onPress={() => void load(rows.at(-1)?.id ?? null)}>
          {t("history.more")}
        </Button>
      ) : null}
    </>
  );
}

/** A pending ticket is not opened: it must be accepted first (docs/rules/screens.md#tickets). */
function Attendance({
  row,
  onOpened,
}: {
  readonly row: ContactTicketAnswer;
  readonly onOpened: (() => void) | undefined;
}) {
  const t = useText(contactListTexts);
  if (row.status === "pending") {
    return (
      <div className="attendance">
        <AttendanceWords row={row} />
      </div>
    );
  }
  return (
    <Link
      href={`/tickets/${row.uuid}`}
      className="attendance attendance-link"
      aria-label={t("history.openTicket", { protocol: row.protocol })}
      onClick={() => {
        if (row.firstMessageId !== null) requestJump(row.id, row.firstMessageId);
        onOpened?.();
      }}
    >
      <AttendanceWords row={row} />
    </Link>
  );
}

function AttendanceWords({ row }: { readonly row: ContactTicketAnswer }) {
  const t = useText(contactListTexts);
  const from = formatDateTime(row.createdAt);
  return (
    <>
      <span className="attendance-head">
        <strong>{row.protocol}</strong>
        <Chip tone={TONES[row.status]}>{t(`history.${row.status}`)}</Chip>
        {row.rating === null ? null : (
          <span
            className="attendance-rating"
            title={t("history.rating", {
              rate: row.rating,
              highest: RATING_SCALES[row.ratingScale ?? "three"].highest,
            })}
          >
            <Star aria-hidden="true" /> {row.rating}
          </span>
        )}
      </span>
      <small>
        {row.closedAt
          ? t("history.until", { from, to: formatDateTime(row.closedAt) })
          : t("history.since", { from })}
      </small>
      <small>
        {row.queue?.name ?? t("history.noQueue")} · {row.user?.name ?? t("history.nobody")} · {row.whatsapp}
      </small>
    </>
  );
}
