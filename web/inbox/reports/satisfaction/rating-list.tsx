import Star from "lucide-react/icons/star";
import { Link } from "wouter";
import type { RatingRow } from "#inbox/reports/satisfaction/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { RATING_SCALES } from "#inbox/tickets/rating-scales/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { satisfactionTexts } from "./locales/index.ts";

/** The ratings, newest first; a comment has a button that opens its closed ticket again. */
export function RatingList({ rows }: { readonly rows: readonly RatingRow[] }) {
  const t = useText(satisfactionTexts);
  if (rows.length === 0) return <p className="satisfaction-none">{t("noneListed")}</p>;
  return (
    <ul className="panel satisfaction-list" aria-label={t("list")}>
      {rows.map((row) => (
        <li key={row.id}>
          <ErrorBoundary part="rating" resetKey={row} raw={row.comment ?? ""}>
            <Rating row={row} />
          </ErrorBoundary>
        </li>
      ))}
    </ul>
  );
}

function Rating({ row }: { readonly row: RatingRow }) {
  const t = useText(satisfactionTexts);
  const { contact, ticket, comment } = row;
  return (
    <>
      <div className="satisfaction-words">
        <p className="satisfaction-line">
          <Link href={`/tickets/${ticket.uuid}`}>{contact.name}</Link>
          <span className="satisfaction-rate">
            <Star aria-hidden="true" />
            {t("rate", { rate: row.rate, highest: RATING_SCALES[row.scale].highest })}
          </span>
          <small>
            {row.user.name === "" ? null : `${t("of", { name: row.user.name })} · `}
            <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
          </small>
        </p>
        {comment === null ? null : (
          <blockquote className="satisfaction-comment" dir="auto">
            {comment}
          </blockquote>
        )}
      </div>
      {comment === null ? null : (
        <Button
          size="s"
          aria-label={t("openFor", { name: contact.name })}
          onPress={() => void open(ticket.id).catch(toast.failure)}
        >
          {t("open")}
        </Button>
      )}
    </>
  );
}

/** Opens the closed ticket again; one that is already open is only shown. */
async function open(ticketId: number): Promise<void> {
  const ticket = await api.get<TicketAnswer>(`/tickets/${ticketId}`);
  if (ticket.status === "closed")
    await api.put<TicketAnswer>(`/tickets/${ticketId}`, { status: "open", queueId: ticket.queueId });
  openTicketPage(ticket.uuid, { view: "attending" });
}
