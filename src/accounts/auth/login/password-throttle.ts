import type { Clock } from "#platform/clock.ts";
import { AppError } from "#platform/errors.ts";
import { createRateLimit, forgetOldest } from "#platform/http/fairness/rate-limit.ts";
import { networkOf } from "#platform/http/server/caller.ts";
import { definePort } from "#platform/ports.ts";

/**
 * Maximum number of wrong passwords per e-mail and place before 429, and the window in which they count, ms
 * (docs/rules/limits.md#passwords).
 */
const PLACE_FAILURES = 5;
const PLACE_MS = 15 * 60_000;
/**
 * Number of wrong passwords per e-mail from unknown places before attempts are delayed, and the time they count, ms.
 */
const FREE_FAILURES = 20;
const REMEMBERED_MS = 60 * 60_000;
/** The pause between two attempts doubles after this many failures, up to the longest pause, ms. */
const DOUBLED_EVERY = 5;
const LONGEST_PAUSE_MS = 30_000;
const SWEEP_EVERY_MS = 10_000;

/** The IP address and browser from which a password is sent. */
export interface Place {
  readonly ip: string;
  /** Id of a browser that has signed in with this e-mail before (`device-cookie.ts`); null = another browser. */
  readonly device: string | null;
}

export interface Guesses {
  /**
   * Counts an attempt before the password is checked, so that parallel attempts are all counted.
   * `isKnownNetwork` is evaluated only while the e-mail is being guessed. Throws 429 ERR_RATE_LIMIT.
   */
  begin(email: string, place: Place, isKnownNetwork: () => boolean): void;
  /** The password was right: resets the count of this e-mail. */
  right(email: string, place: Place): void;
}

/** Counts wrong passwords per e-mail and place, and per e-mail over all unknown places. */
export const GuessesPort = definePort<Guesses>("login guesses");

interface Account {
  failures: number;
  lastAt: number;
  /** Attempts from unknown places are rejected before this time, ms. */
  nextAt: number;
}

/** Maximum number of counted e-mails, including unknown ones; the oldest is dropped. */
const MOST_ACCOUNTS = 100_000;

/**
 * Limits password guessing per IP network and, when it comes from many IP networks, per account. Devices and networks
 * from which the owner has signed in have a separate allowance, so that guessing elsewhere never locks the owner out.
 */
export function createGuesses(clock: Clock): Guesses {
  const places = createRateLimit(clock, PLACE_FAILURES, PLACE_MS);
  const accounts = new Map<string, Account>();
  let sweptAt = clock.now();

  const placeOf = (email: string, { ip, device }: Place) =>
    `${email} ${device === null ? networkOf(ip) : `device ${device}`}`;
  const accountOf = (email: string, now: number): Account => {
    if (now - sweptAt > SWEEP_EVERY_MS) {
      sweptAt = now;
      for (const [known, { lastAt }] of accounts) if (now - lastAt > REMEMBERED_MS) accounts.delete(known);
    }
    const found = accounts.get(email);
    if (found && now - found.lastAt <= REMEMBERED_MS) return found;
    const account = { failures: 0, lastAt: now, nextAt: 0 };
    accounts.delete(email);
    if (accounts.size >= MOST_ACCOUNTS) forgetOldest(accounts);
    accounts.set(email, account);
    return account;
  };

  return {
    begin(email, place, isKnownNetwork) {
      const now = clock.now();
      const account = accountOf(email, now);
      const isGuessed = account.failures >= FREE_FAILURES;
      if (place.device !== null || (isGuessed && isKnownNetwork())) {
        places.take(placeOf(email, place));
        return;
      }
      if (isGuessed && now < account.nextAt) throw tooMany(account.nextAt - now);
      places.take(placeOf(email, place));
      account.failures += 1;
      account.lastAt = now;
      account.nextAt = now + pauseAfter(account.failures);
    },
    right(email, place) {
      places.reset(placeOf(email, place));
      accounts.delete(email);
    },
  };
}

const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** Math.floor((failures - FREE_FAILURES) / DOUBLED_EVERY));

const tooMany = (waitMs: number) =>
  new AppError(429, "ERR_RATE_LIMIT", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
