import { AppError } from "#platform/errors.ts";
import { serverBusy } from "#platform/http/body/body-budget.ts";
import { endOfDownload } from "#platform/http/download.ts";
import { memoryShare } from "#platform/process/memory-share.ts";
import { createFairQueue, type FairQueue, type RequestOwner } from "./fair-queue.ts";
import { createRefusalDelay } from "./refusal-delay.ts";

export type { RequestOwner } from "./fair-queue.ts";

/** Requests of one person, and of one company, that wait at most; more are refused with 429. */
const PERSON_WAITING = 100;
const COMPANY_WAITING = 500;
/** Of all together; more are refused with 503. */
const ALL_WAITING = 5000;
/** Requests of one person, and of one company, that are worked on at once (they wait for files or other servers). */
const PERSON_RUNNING = 24;
const COMPANY_RUNNING = 96;
/** A request that waited so long is refused with 503, ms. */
const DEADLINE_MS = 10_000;
/**
 * Uploads that arrive at once: of all (503 above it), of one company and of one person (429). The runtime holds up to 1.5 MB of
 * an upload that waits for its turn, so a machine below 1 GB takes fewer.
 */
const ALL_UPLOADS = Math.floor(memoryShare(8, 32, 128) / (1024 * 1024));
const COMPANY_UPLOADS = ALL_UPLOADS / 2;
const PERSON_UPLOADS = 16;
/** What one turn of the event loop spends on requests before sockets, messages and new requests have theirs, ms. */
const TURN_MS = 4;
/** How often deadlines are checked while everything that waits may not run yet, ms. */
const CHECK_MS = 500;
/**
 * `request`: has a share of what may run at once. `upload`: may take as long as its sender does, so it has a share of its
 * own. `call`: comes from outside systems (webhooks) or for files; it waits for its turn and is not refused for a full
 * share.
 */
type Kind = "request" | "upload" | "call";

export interface Admission {
  /**
   * Runs `work` when it is the turn of this company and person; at once while nothing waits. Rejects with
   * 429 ERR_RATE_LIMIT or 503 ERR_SERVER_BUSY.
   */
  run<T>(who: RequestOwner, kind: Kind, request: Request, work: () => T | Promise<T>): T | Promise<T>;
  /** Requests that wait now. */
  waiting(): number;
}

interface Waiting {
  readonly since: number;
  readonly request: Request;
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
}

export interface AdmissionOptions {
  /** Monotonic time, ms (tests). */
  readonly now?: () => number;
  readonly nextTurn?: (work: () => void) => void;
  readonly after?: (ms: number, work: () => void) => void;
}

/**
 * Admits requests to the one thread that works on them. Companies share its time equally, and so do the people of a
 * company, by the time their requests really took (docs/adr/0009-fairness-between-companies.md).
 */
export function createAdmission(options: AdmissionOptions = {}): Admission {
  const now = options.now ?? (() => performance.now());
  const nextTurn = options.nextTurn ?? ((work: () => void) => void setImmediate(work));
  const queue: FairQueue<Waiting> = createFairQueue({
    personRunning: PERSON_RUNNING,
    companyRunning: COMPANY_RUNNING,
  });
  /** Time spent on requests in this turn of the loop, ms. */
  let spent = 0;
  let isTurnPlanned = false;
  let isCheckPlanned = false;

  const planTurn = () => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    nextTurn(() => {
      isTurnPlanned = false;
      spent = 0;
      work();
    });
  };

  /** What waits only because its owner has too much running must still meet its deadline. */
  const planCheck = () => {
    if (isCheckPlanned) return;
    isCheckPlanned = true;
    setTimeout(() => {
      isCheckPlanned = false;
      work();
    }, CHECK_MS).unref();
  };

  /** Measures the synchronous part of `task`, which is what keeps others waiting, and counts it for its owner. */
  const measured = <T>(who: RequestOwner, kind: Kind, task: () => T | Promise<T>): T | Promise<T> => {
    const started = now();
    const ended = kind === "request" ? queue.begin(who) : () => undefined;
    const endLater = () => {
      ended();
      if (queue.size() > 0) planTurn();
    };
    /** A download runs until its last byte. Returns whether the response is a download. */
    const isDownload = (answer: T): boolean => {
      const end = answer instanceof Response ? endOfDownload(answer) : undefined;
      void end?.then(endLater);
      return end !== undefined;
    };
    let isPending = false;
    try {
      const answer = task();
      if (!(answer instanceof Promise)) {
        isPending = isDownload(answer);
        return answer;
      }
      isPending = true;
      return answer.then(
        (value) => {
          if (!isDownload(value)) endLater();
          return value;
        },
        (error: unknown) => {
          endLater();
          throw error;
        },
      );
    } finally {
      const took = now() - started;
      spent += took;
      queue.charge(who, took);
      if (!isPending) ended();
      // A turn is planned only when there is something to reset or to serve: most requests are alone and short.
      if (spent > TURN_MS / 2 || queue.size() > 0) planTurn();
    }
  };

  const work = () => {
    const at = now();
    for (const { refuse } of queue.removeOlder(({ since }) => at - since > DEADLINE_MS)) refuse(serverBusy());
    while (spent < TURN_MS) {
      const next = queue.next();
      if (!next) break;
      // The browser aborted the request, for example after the next letter of a search.
      if (next.request.signal.aborted) next.refuse(serverBusy());
      else next.start();
    }
    if (queue.size() === 0) return;
    if (spent >= TURN_MS) planTurn();
    else planCheck();
  };

  const wait = <T>(who: RequestOwner, kind: Kind, request: Request, task: () => T | Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      queue.add(who, {
        since: now(),
        request,
        refuse: reject,
        start() {
          try {
            resolve(measured(who, kind, task));
          } catch (error) {
            reject(error);
          }
        },
      });
      planTurn();
    });

  const hold = createRefusalDelay(options);
  const uploads = createShares({ person: PERSON_UPLOADS, company: COMPANY_UPLOADS, all: ALL_UPLOADS });

  /** Why a request may not even wait. */
  const refusal = ({ company, person }: RequestOwner, kind: Kind): AppError | null => {
    if (queue.size() >= ALL_WAITING) return serverBusy();
    if (kind === "call") return null;
    const isFull =
      queue.sizeOf(company, person) >= PERSON_WAITING || queue.sizeOf(company) >= COMPANY_WAITING;
    return isFull ? tooMany() : null;
  };

  return {
    run(who, kind, request, task) {
      const leave = kind === "upload" ? uploads.take(who) : () => undefined;
      if (leave instanceof AppError) return hold(leave);
      const isFree = queue.size() === 0 && spent < TURN_MS && (kind !== "request" || queue.mayRun(who));
      const refused = isFree ? null : refusal(who, kind);
      if (refused) {
        leave();
        return hold(refused);
      }
      const go = () => (isFree ? measured(who, kind, task) : wait(who, kind, request, task));
      return kind === "upload" ? thenLeave(go, leave) : go();
    },
    waiting: () => queue.size(),
  };
}

async function thenLeave<T>(work: () => T | Promise<T>, leave: () => void): Promise<T> {
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Counts concurrent uploads per person, per company and in total; `take` returns a release function or an error. */
function createShares(most: { readonly person: number; readonly company: number; readonly all: number }) {
  const counts = new Map<string, number>();
  const add = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return {
    take({ company, person }: RequestOwner): (() => void) | AppError {
      const keys = ["", company, `${company} ${person}`] as const;
      const [all = 0, ofCompany = 0, ofPerson = 0] = keys.map((key) => counts.get(key));
      if (ofCompany >= most.company || ofPerson >= most.person) return tooMany();
      if (all >= most.all) return serverBusy();
      for (const key of keys) add(key, 1);
      return () => {
        for (const key of keys) add(key, -1);
      };
    },
  };
}

const tooMany = () => new AppError(429, "ERR_RATE_LIMIT", { retryAfterSeconds: 2 });
