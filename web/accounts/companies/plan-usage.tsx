import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { formatStorage } from "#web/lib/format/storage-size.ts";
import type pt from "./locales/pt.json";

const RESOURCES = ["users", "connections", "queues"] as const;
/** Fill level from which the bar warns that the next plan is needed. */
const NEARLY_FULL = 0.8;

interface Props {
  readonly t: Translate<typeof pt>;
  readonly company: CompanyAnswer;
}

/** Usage and limit of each resource, with a bar whose colour depends on the fill level. */
export function PlanUsage({ t, company }: Props) {
  const { usage, plan } = company;
  if (!usage) return <span className="company-never">{t("row.unknown")}</span>;
  return (
    <ul className="company-usage">
      {RESOURCES.map((resource) => {
        const [used, limit] = [usage[resource], plan[resource]];
        const part = limit === 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit);
        return (
          <li
            key={resource}
            data-full={used >= limit && used > 0 ? "yes" : part >= NEARLY_FULL ? "nearly" : "no"}
          >
            <span className="company-resource">{t(`row.${resource}`)}</span>
            <span className="company-numbers">
              {formatNumber(used)}/{formatNumber(limit)}
            </span>
            <span
              className="company-bar"
              role="img"
              aria-label={t("row.used", { what: t(`row.${resource}`), used, limit })}
            >
              <span style={{ width: `${Math.round(part * 100)}%` }} />
            </span>
          </li>
        );
      })}
      <StorageUsage t={t} used={usage.storage} limitGb={plan.storageGb} />
    </ul>
  );
}

const GB = 1024 ** 3;

/** The size of the stored files and the plan's limit for it; the size alone when the plan has no limit (0). */
function StorageUsage({
  t,
  used,
  limitGb,
}: {
  readonly t: Props["t"];
  readonly used: number;
  readonly limitGb: number;
}) {
  const part = limitGb === 0 ? 0 : Math.min(1, used / (limitGb * GB));
  const shown = formatStorage(used, LANGUAGE_TAGS[language.value]);
  const limit = limitGb === 0 ? t("row.noLimit") : formatStorage(limitGb * GB, LANGUAGE_TAGS[language.value]);
  return (
    <li data-full={part >= 1 ? "yes" : part >= NEARLY_FULL ? "nearly" : "no"}>
      <span className="company-resource">{t("row.storage")}</span>
      <span className="company-numbers">{limitGb === 0 ? shown : `${shown}/${limit}`}</span>
      <span
        className="company-bar"
        role="img"
        aria-label={t("row.used", { what: t("row.storage"), used: shown, limit })}
      >
        <span style={{ width: `${Math.round(part * 100)}%` }} />
      </span>
    </li>
  );
}
