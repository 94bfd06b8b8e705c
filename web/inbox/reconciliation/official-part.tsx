import type * as v from "valibot";
import { Link } from "wouter";
import { MAX_UNKNOWN, type OfficialReport } from "#inbox/reconciliation/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { requestJump } from "#web/inbox/messages/stream/jump.ts";
import { formatDateTime, formatPureDate } from "#web/lib/format/dates.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import type pt from "./locales/pt.json";

interface Props {
  readonly official: v.InferOutput<typeof OfficialReport>;
  readonly days: number;
  readonly t: Translate<typeof pt>;
  readonly onClose: () => void;
}

/** The report of an official number, whose network has no call that lists messages. */
export function OfficialPart({ official, days, t, onClose }: Props) {
  const { subscribed, checkedAt, unknown, delivered } = official;
  return (
    <>
      <Callout tone={subscribed === false ? "danger" : "info"}>
        {subscribed === null || checkedAt === null
          ? t("report.notChecked")
          : subscribed
            ? t("report.subscribed", { at: formatDateTime(checkedAt) })
            : t("report.notSubscribed")}
      </Callout>
      <p className="lost-muted">{t("report.officialIntro")}</p>
      <Outages official={official} days={days} t={t} />
      <h3 className="lost-title">{t("report.unknownTitle")}</h3>
      {unknown.length === 0 ? <p className="lost-muted">{t("report.unknownEmpty")}</p> : null}
      {unknown.length < MAX_UNKNOWN ? null : (
        <p className="lost-muted">{t("report.unknownMost", { count: MAX_UNKNOWN })}</p>
      )}
      <ul className="lost-list">
        {unknown.map(({ messageId, ticketId, ticketUuid, createdAt }) => (
          <li key={messageId}>
            <Link
              href={`/tickets/${ticketUuid}`}
              aria-label={t("report.openUnknown", { at: formatDateTime(createdAt) })}
              onClick={() => {
                requestJump(ticketId, messageId);
                onClose();
              }}
            >
              {formatDateTime(createdAt)}
            </Link>
          </li>
        ))}
      </ul>
      {delivered.length > 0 ? (
        <>
          <h3 className="lost-title">{t("report.deliveredTitle")}</h3>
          <table className="lost-table">
            <thead>
              <tr>
                <th scope="col">{t("report.day")}</th>
                <th scope="col">{t("report.counted")}</th>
                <th scope="col">{t("report.reported")}</th>
              </tr>
            </thead>
            <tbody>
              {delivered.map(({ day, counted, reported }) => (
                <tr key={day}>
                  <th scope="row">{formatPureDate(day)}</th>
                  <td>{counted}</td>
                  <td>{reported ?? t("report.unknownCount")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
    </>
  );
}

/** Minutes in which our server was down or refused webhooks. */
function Outages({ official: { outages, outageMinutes }, days, t }: Omit<Props, "onClose">) {
  return (
    <>
      <h3 className="lost-title">{t("report.outagesTitle")}</h3>
      <p className="lost-muted">
        {outageMinutes === 0
          ? t("report.outagesEmpty")
          : t("report.outagesSum", { count: outageMinutes, days })}
      </p>
      <ul className="lost-list">
        {outages.map(({ kind, from, to }) => (
          <li key={`${kind} ${from}`}>
            <span>
              {t(`report.outage.${kind}`)}
              <small>{t("report.outageFrom", { from: formatDateTime(from), to: formatDateTime(to) })}</small>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
