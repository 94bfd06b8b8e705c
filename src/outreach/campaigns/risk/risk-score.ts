import type { RiskAnswer } from "./contract.ts";

export interface RiskFigures {
  readonly sentToday: number;
  /** Daily cap; 0 = none. */
  readonly cap: number;
  /** Failures of the last dispatches, 0 to 1. */
  readonly failureRate: number;
  readonly newNumber: boolean;
  readonly restricted: boolean;
  /** Messages of the last 7 days. */
  readonly sent: number;
  readonly replied: number;
  readonly optOuts: number;
}

/** Minimum number of messages from which a reply rate is meaningful. */
const ENOUGH = 50;

/**
 * The risk score of a number: WhatsApp blocks numbers that write to many people who do not answer, who opt out, or
 * who do not exist. 0 = no risk; at 60 and more sending should stop.
 */
export function scoreOf(m: RiskFigures): Pick<RiskAnswer, "score" | "reasons"> {
  const share = (part: number) => (m.sent >= ENOUGH ? part / m.sent : 0);
  const weights: readonly (readonly [RiskAnswer["reasons"][number], boolean, number])[] = [
    ["restricted", m.restricted, 70],
    ["failures", m.failureRate >= 0.1, Math.round(m.failureRate * 100)],
    ["opt_outs", share(m.optOuts) >= 0.03, 20],
    ["few_replies", m.sent >= ENOUGH && share(m.replied) < 0.02, 15],
    ["near_cap", m.cap > 0 && m.sentToday >= m.cap * 0.8, 15],
    ["new_number", m.newNumber, 20],
  ];
  const heavy = weights.filter(([, holds]) => holds);
  return {
    score: Math.min(
      100,
      heavy.reduce((sum, [, , weight]) => sum + weight, 0),
    ),
    reasons: heavy.map(([reason]) => reason),
  };
}
