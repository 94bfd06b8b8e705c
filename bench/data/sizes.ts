/** Amount of data of one company. */
export interface Size {
  readonly users: number;
  readonly queues: number;
  readonly contacts: number;
  readonly tickets: number;
  readonly messages: number;
}

/** A new company. */
export const SMALL: Size = { users: 20, queues: 10, contacts: 500, tickets: 2000, messages: 40_000 };
/** The data set of the figures in `docs/quality.md`. */
export const STANDARD: Size = { users: 20, queues: 10, contacts: 5000, tickets: 20_000, messages: 400_000 };
export const MILLION: Size = {
  users: 20,
  queues: 10,
  contacts: 12_500,
  tickets: 50_000,
  messages: 1_000_000,
};
/** Ten times the standard one: several years of a busy company. */
export const LARGE: Size = {
  users: 20,
  queues: 10,
  contacts: 50_000,
  tickets: 200_000,
  messages: 4_000_000,
};
