/** Periodic work; its state is in rows, never in timers, so "after downtime" is the same due query. */
export interface Job<Scope> {
  readonly name: string;
  /** Croner pattern with seconds, or a period in seconds. */
  readonly every: string | { readonly seconds: number };
  readonly run: (scope: Scope) => void | Promise<void>;
}

export function defineJob<Scope>(job: Job<Scope>): Job<Scope> {
  return job;
}
