import type { Installation } from "#tenants/installation.ts";
import { createCopier } from "./copier.ts";
import type { Shared } from "./parts.ts";
import { createPublisher } from "./publisher.ts";
import { sharingRole } from "./role.ts";

/** How long changes wait for others, ms: a page that saves five settings makes one version. */
const PUBLISH_MS = 200;
/** Interval between looks for a newer version, ms. */
const COPY_MS = 1000;
/** Pause after a failure, ms. */
const RETRY_MS = 5000;

export interface Sharing {
  /** Begins the steps: the first one at once. */
  start(): void;
  /** Publishes or copies now, after a step in progress (tests). */
  now(): Promise<void>;
  stop(): Promise<void>;
  /** Seconds since the shared rows were last compared with the store; 0 before the start. */
  ageSeconds(): number;
}

/** Publishes the shared rows in the home cell, or copies them in another cell; null on one machine. */
export function createSharing(installation: Installation, shared: Shared): Sharing | null {
  const { sharedRows, clock, log } = installation;
  const role = sharingRole(installation);
  if (sharedRows === null || role === "alone") return null;
  const create = role === "home" ? createPublisher : createCopier;
  const { run } = create(installation, sharedRows, shared);
  let running: Promise<boolean> = Promise.resolve(true);
  let cancel = () => {};
  let isStopped = false;
  let reason = "";
  let comparedAt: number | null = null;
  const step = () => {
    running = running
      .then(() => (isStopped ? undefined : run()))
      .then(
        (isCompared) => {
          reason = "";
          if (isCompared) comparedAt = clock.now();
          return true;
        },
        (error: unknown) => {
          // The same failure is logged once.
          if (!isStopped && String(error) !== reason)
            log.error({ err: error, role }, "shared rows could not be published or copied; retried");
          reason = String(error);
          return false;
        },
      );
    return running;
  };
  const schedule = (ms: number) => {
    cancel = clock.after(ms, () => void step().then(next));
  };
  const next = (isDone: boolean) => {
    if (!isStopped) schedule(isDone ? (role === "home" ? PUBLISH_MS : COPY_MS) : RETRY_MS);
  };
  return {
    start() {
      comparedAt = clock.now();
      schedule(0);
    },
    ageSeconds: () => (comparedAt === null ? 0 : Math.max(0, clock.now() - comparedAt) / 1000),
    async now() {
      await step();
    },
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
