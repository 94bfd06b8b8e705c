/**
 * Periodic work. Its state is in rows and not in timers, so that work missed during downtime is found by the same
 * query.
 */
export interface Job<Scope> {
  readonly name: string;
  /** Croner pattern with seconds, or a period in seconds. */
  readonly every: string | { readonly seconds: number };
  readonly run: (scope: Scope) => void | Promise<void>;
}

export function defineJob<Scope>(job: Job<Scope>): Job<Scope> {
  return job;
}
