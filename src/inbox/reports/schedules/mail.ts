import { mailAddress, queueMail, unlinked } from "#accounts/mails/index.ts";
import { languageOf } from "#accounts/settings/index.ts";
import { findUser } from "#accounts/users/index.ts";
import type { Figures, ReportFile } from "#inbox/reports/schema.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import type { Tenant } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

const textsIn = defineTexts("reportMail", { pt, en, es });

/** Mails the figures of a finished scheduled report, with a link to its file that needs a login; never the file. */
export function mailReport(tenant: Tenant, file: ReportFile): void {
  const user = findUser(tenant, file.userId);
  if (!user || file.scheduleName === null || mailAddress(tenant.installation) === null) return;
  const { installation } = tenant;
  const t = textsIn(languageOf(tenant));
  const [from, to] = [dayOf(file.filter.date_from), dayOf(file.filter.date_to)];
  const name = unlinked(file.scheduleName);
  const { publicUrl } = installation.config;
  const where = publicUrl === null ? t("inProduct") : t("byLink", { link: `${publicUrl}/reports` });
  queueMail(installation, {
    companyId: tenant.id,
    to: user.email,
    subject: t("subject", { name, from, to }),
    text: t("text", {
      user: unlinked(user.name),
      name,
      from,
      to,
      figures: figureLines(t, file.figures),
      where,
    }),
    expiresAt: file.expiresAt,
  });
}

type T = ReturnType<typeof textsIn>;

function figureLines(t: T, figures: Figures | null): string {
  const { count = 0, spans = {}, names = [] } = figures ?? {};
  const means = (["waiting", "response", "support"] as const).flatMap((key) => {
    const span = spans[key];
    return span ? [`${t(key)}: ${duration(span.sumMs / span.count)}`] : [];
  });
  const lines = [`${t("count")}: ${count}`, ...means, ...names.map(([name, n]) => `${unlinked(name)}: ${n}`)];
  return lines.map((line) => `- ${line}`).join("\n");
}

const dayOf = (day: string | undefined): string => (day ?? "").split("-").toReversed().join("/");

/** Hours and minutes: `1 h 05 min`. */
function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
