import { AppError } from "#platform/errors.ts";
import { serverBusy } from "#platform/http/body/body-budget.ts";
import { endOfDownload } from "#platform/http/download.ts";
import { memoryShare } from "#platform/process/memory-limit.ts";
import { FairQueue, type RequestOwner } from "./fair-queue.ts";
import { createRefusalDelay } from "./refusal-delay.ts";

export type { RequestOwner } from "./fair-queue.ts";

/** Maximum number of waiting requests of one person and of one company; further requests are refused with 429. */
const PERSON_WAITING = 100;
const COMPANY_WAITING = 500;
/** Maximum number of waiting requests in total; further requests are refused with 503. */
const ALL_WAITING = 5000;
/** Maximum number of requests of one person and of one company that run in parallel, for example while they wait for files. */
const PERSON_RUNNING = 24;
const COMPANY_RUNNING = 96;
/** A request that waited this long is refused with 503, ms. */
const DEADLINE_MS = 10_000;
/**
 * Maximum number of simultaneous uploads: in total (503 above it), of one company and of one person (429). The runtime buffers
 * up to 1.5 MB of an upload that waits, so the total is lower on a machine with less than 1 GB of memory.
 */
const ALL_UPLOADS = Math.floor(memoryShare(8, 32, 128) / (1024 * 1024));
const COMPANY_UPLOADS = ALL_UPLOADS / 2;
const PERSON_UPLOADS = 16;
/** Time for requests in one turn of the event loop, ms; then sockets, messages and new requests are handled. */
const TURN_MS = 4;
/** Maximum number of requests that begin in one turn and continue after an await. */
const MOST_CONTINUED = 8;
/** How often deadlines are checked while no waiting request may run, ms. */
const CHECK_MS = 500;
/**
 * `request`: counts towards the running requests of its owner. `upload`: lasts as long as its sender needs, so uploads have
 * limits of their own. `call`: a webhook call of another system or a request for a file; it waits for its turn and is not
 * refused when its owner has many requests waiting.
 */
type Kind = "request" | "upload" | "call";

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
 * Admits requests to the one thread that handles them. Companies share its time equally, and so do the people of a
 * company, by the measured time of their requests (docs/adr/0009-fairness-between-companies.md).
 */
export class Admission {
  readonly #now: () => number;
  readonly #nextTurn: (work: () => void) => void;
  readonly #queue = new FairQueue<Waiting>({
    personRunning: PERSON_RUNNING,
    companyRunning: COMPANY_RUNNING,
  });
  readonly #uploads = createShares({ person: PERSON_UPLOADS, company: COMPANY_UPLOADS, all: ALL_UPLOADS });
  readonly #refuse: (error: AppError) => Promise<never>;
  /** Time spent on requests in this turn of the event loop, ms. */
  #spent = 0;
  /** The request that began last, if it continues after an await, and when it reached that await, ms. */
  #continued: { readonly who: RequestOwner; readonly since: number } | null = null;
  #isTurnPlanned = false;
  #isCheckPlanned = false;

  constructor(options: AdmissionOptions = {}) {
    this.#now = options.now ?? (() => performance.now());
    this.#nextTurn = options.nextTurn ?? ((work) => void setImmediate(work));
    this.#refuse = createRefusalDelay(options);
  }

  /** Charges time that long work of a company took after its request's first await (`yieldToEventLoop`), ms. */
  charge(company: string, ms: number): void {
    this.#queue.chargeCompany(company, ms);
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Runs `work` when it is the turn of this company and person; at once while no request waits. Rejects with
   * 429 ERR_RATE_LIMIT or 503 ERR_SERVER_BUSY.
   */
  run<T>(who: RequestOwner, kind: Kind, request: Request, work: () => T | Promise<T>): T | Promise<T> {
    const leave = kind === "upload" ? this.#uploads.take(who) : () => undefined;
    if (leave instanceof AppError) return this.#refuse(leave);
    this.#addContinuation();
    const isFree =
      this.#queue.size === 0 && this.#spent < TURN_MS && (kind !== "request" || this.#queue.mayRun(who));
    const refused = isFree ? null : this.#refusalOf(who, kind);
    if (refused) {
      leave();
      return this.#refuse(refused);
    }
    const go = () => (isFree ? this.#measured(who, kind, work) : this.#wait(who, kind, request, work));
    return kind === "upload" ? thenLeave(go, leave) : go();
  }

  /** The error with which a request is rejected instead of waiting; null = it may wait. */
  #refusalOf({ company, person }: RequestOwner, kind: Kind): AppError | null {
    const queue = this.#queue;
    if (queue.size >= ALL_WAITING) return serverBusy();
    if (kind === "call") return null;
    const isFull =
      queue.sizeOf(company, person) >= PERSON_WAITING || queue.sizeOf(company) >= COMPANY_WAITING;
    return isFull ? tooMany() : null;
  }

  #wait<T>(who: RequestOwner, kind: Kind, request: Request, task: () => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.add(who, {
        since: this.#now(),
        request,
        refuse: reject,
        start: () => {
          try {
            resolve(this.#measured(who, kind, task));
          } catch (error) {
            reject(error);
          }
        },
      });
      this.#planTurn();
    });
  }

  /**
   * Measures the synchronous part of `task`, which is what blocks other requests, and charges it to its owner. The code
   * after an `await` is measured with the step that continues it.
   */
  #measured<T>(who: RequestOwner, kind: Kind, task: () => T | Promise<T>): T | Promise<T> {
    const started = this.#now();
    const ended = kind === "request" ? this.#queue.begin(who) : () => undefined;
    const endLater = () => {
      ended();
      if (this.#queue.size > 0) this.#planTurn();
    };
    let isPending = false;
    try {
      const answer = task();
      if (!(answer instanceof Promise)) {
        isPending = endsWithDownload(answer, endLater);
        return answer;
      }
      isPending = true;
      return answer.then(
        (value) => {
          if (!endsWithDownload(value, endLater)) endLater();
          return value;
        },
        (error: unknown) => {
          endLater();
          throw error;
        },
      );
    } finally {
      const took = this.#now() - started;
      this.#spent += took;
      this.#queue.charge(who, took);
      if (isPending) this.#continued = { who, since: this.#now() };
      else ended();
      // A turn is planned only when there is a time to reset or a request to serve: most requests are alone and short.
      if (isPending || this.#spent > TURN_MS / 2 || this.#queue.size > 0) this.#planTurn();
    }
  }

  /**
   * Adds the time since the request that began last reached its await, because its handler continued in that time. Otherwise
   * the continuations of all running requests of a person would run in one turn without a limit.
   */
  #addContinuation(): void {
    if (this.#continued) this.#spent += this.#now() - this.#continued.since;
    this.#continued = null;
  }

  /** Plans the steps of the next turn. A handler continues after its await between two steps. */
  #planTurn(): void {
    if (this.#isTurnPlanned) return;
    this.#isTurnPlanned = true;
    const steps = this.#queue.size > 0 ? MOST_CONTINUED : 1;
    for (let step = 1; step <= steps; step += 1)
      this.#nextTurn(() => {
        if (step === 1) this.#beginTurn();
        const mayGoOn = this.#serve();
        if (step === steps) this.#endTurn(mayGoOn);
      });
  }

  #beginTurn(): void {
    this.#spent = 0;
    this.#continued = null;
    const at = this.#now();
    for (const { refuse } of this.#queue.removeOlder(({ since }) => at - since > DEADLINE_MS))
      refuse(serverBusy());
  }

  #endTurn(mayGoOn: boolean): void {
    this.#isTurnPlanned = false;
    if (this.#queue.size === 0) return;
    if (mayGoOn) this.#planTurn();
    else this.#planCheck();
  }

  /** Requests whose owner has too many running must still be refused after their deadline. */
  #planCheck(): void {
    if (this.#isCheckPlanned) return;
    this.#isCheckPlanned = true;
    setTimeout(() => {
      this.#isCheckPlanned = false;
      this.#planTurn();
    }, CHECK_MS).unref();
  }

  /**
   * Starts waiting requests until one continues after an await, or the time of the turn is used up. Returns false when no
   * waiting request may run.
   */
  #serve(): boolean {
    if (this.#continued) this.#queue.charge(this.#continued.who, this.#now() - this.#continued.since);
    this.#addContinuation();
    while (this.#spent < TURN_MS && !this.#continued) {
      const next = this.#queue.next();
      if (!next) return false;
      // The browser aborted the request, for example after the next letter of a search.
      if (next.request.signal.aborted) next.refuse(serverBusy());
      else next.start();
    }
    return true;
  }
}

/** A download runs until its last byte: calls `end` then. Returns whether the response is a download. */
function endsWithDownload(answer: unknown, end: () => void): boolean {
  const ended = answer instanceof Response ? endOfDownload(answer) : undefined;
  void ended?.then(end);
  return ended !== undefined;
}

async function thenLeave<T>(work: () => T | Promise<T>, leave: () => void): Promise<T> {
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Counts simultaneous uploads per person, per company and in total; `take` returns a release function or an error. */
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
