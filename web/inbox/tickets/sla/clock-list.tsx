import { useEffect, useState } from "react";
import type { SlaClockAnswer } from "#inbox/sla/contract.ts";
import type { ShownPromise } from "#inbox/tickets/promised/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { weekdayMoment } from "#web/lib/format/dates.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { slaTexts } from "./locales/index.ts";
import { hoursAndMinutes } from "./time-left.ts";

const TONES = {
  running: "neutral",
  soon: "waiting",
  paused: "neutral",
  missed: "danger",
  met: "success",
  dropped: "neutral",
} as const;

interface Props {
  readonly ticketId: number;
  /** The promised time that the ticket shows; the list is read again when it changes. */
  readonly sla: ShownPromise;
}

/** The promised times of a ticket, newest first (docs/rules/sla.md#chip). */
export function ClockList({ ticketId, sla }: Props) {
  const t = useText(slaTexts);
  const [clocks, setClocks] = useState<readonly SlaClockAnswer[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const version = `${sla.target} ${sla.state} ${sla.dueAt}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry and a change of the clocks read again
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    api.get<{ readonly clocks: SlaClockAnswer[] }>(`/tickets/${ticketId}/sla`).then(
      (answer) => isCurrent && setClocks(answer.clocks),
      (problem) => isCurrent && setError(problem),
    );
    return () => {
      isCurrent = false;
    };
  }, [ticketId, version, tries]);
  if (error)
    return <ErrorState title={t("clocks.failed")} error={error} onRetry={() => setTries(tries + 1)} />;
  if (clocks === null) return <p role="status">{t("clocks.loading")}</p>;
  return (
    <ul className="sla-clocks" aria-label={t("clocks.title")}>
      {clocks.map((clock) => (
        <ClockItem key={clock.id} clock={clock} />
      ))}
    </ul>
  );
}

function ClockItem({ clock }: { readonly clock: SlaClockAnswer }) {
  const t = useText(slaTexts);
  const { target, policy, state, targetMs = 0, elapsedMs = 0, pausedMs = 0, dueAt, leftMs } = clock;
  const facts: readonly [string, string][] = [
    [t("clocks.promised"), hoursAndMinutes(targetMs)],
    [t("clocks.elapsed"), hoursAndMinutes(elapsedMs)],
    ...(pausedMs >= MINUTE ? [[t("clocks.paused"), hoursAndMinutes(pausedMs)] as [string, string]] : []),
    dueAt === null
      ? [t("clocks.left"), hoursAndMinutes(leftMs ?? 0)]
      : [t("clocks.due"), weekdayMoment(dueAt)],
    ...(clock.metAt ? [[t("clocks.met"), weekdayMoment(clock.metAt)] as [string, string]] : []),
  ];
  return (
    <li>
      <p className="sla-clock-head">
        <strong>{t(`target.${target}`)}</strong>
        <Chip tone={TONES[state]} shape="round">
          {t(`clocks.state.${state}`)}
        </Chip>
      </p>
      <small dir="auto">{policy.name}</small>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
const MINUTE = 60_000;
