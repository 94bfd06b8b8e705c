import CircleAlert from "lucide-react/icons/circle-alert";
import Clock from "lucide-react/icons/clock";
import { Link } from "wouter";
import type { ChecksAnswer, ContactListAnswer } from "#outreach/contact-lists/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { listTexts } from "#web/outreach/contact-lists/locales/index.ts";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";

interface Props {
  readonly list: ContactListAnswer;
  readonly checks: ChecksAnswer;
}

/** Progress of the check of numbers and why it waits; hidden once all are checked. */
export function ChecksStrip({ list, checks }: Props) {
  const t = useText(listTexts);
  const { contactsCount: total, validCount, invalidCount } = list;
  const done = validCount + invalidCount;
  if (total === 0 || done >= total) return null;
  const progress = t("checks.progress", {
    done: formatNumber(done),
    total: formatNumber(total),
    count: total,
  });
  switch (checks.state) {
    case "done":
      return null;
    case "running":
      return (
        <div className="panel checks-strip" role="status">
          <span>{t("checks.running")}</span>
          <ProgressBar label={t("checks.running")} value={done / total} />
          <span className="list-figure">{progress}</span>
          <small>{t("checks.left", { count: checks.leftToday })}</small>
        </div>
      );
    case "no_connection":
      return (
        <div className="panel checks-strip" data-state="waiting" role="status">
          <CircleAlert aria-hidden="true" />
          <span>{t("checks.no_connection")}</span>
          <span className="list-figure">{progress}</span>
          <Link href="/connections">{t("checks.connections")}</Link>
        </div>
      );
    case "quota":
      return (
        <div className="panel checks-strip" data-state="waiting" role="status">
          <Clock aria-hidden="true" />
          <span>{t("checks.quota", { time: checks.resumesAt ? formatDateTime(checks.resumesAt) : "" })}</span>
          <span className="list-figure">{progress}</span>
        </div>
      );
  }
}
