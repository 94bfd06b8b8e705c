import os from "node:os";
import type { SessionEvent, SessionKey } from "#channels/connections/provider.ts";
import { withTimeout } from "#channels/connections/whatsapp/socket/with-timeout.ts";
import { sessionFile } from "#channels/connections/whatsapp/store/database.ts";
import { heldAtDoor } from "#platform/db/durability/doors.ts";
import { type Durability, DurabilityError } from "#platform/db/durability/durability.ts";
import type { ThreadCommits } from "#platform/db/durability/thread.ts";
import { endedFiles } from "./ended-files.ts";
import { end, type Member, post, rejectAll, request, settle } from "./member.ts";
import {
  AT_REST,
  type CallName,
  type Calls,
  type EngineConfig,
  type FromWorker,
  sessionName,
} from "./protocol.ts";

/** The engine's threads. A session belongs to one worker from its first start. */
export interface Pool {
  call<N extends CallName>(key: SessionKey, name: N, ...args: Calls[N]["args"]): Promise<Calls[N]["answer"]>;
  accept(key: SessionKey, batchId: number): void;
  sessions(): SessionKey[];
  close(): void;
}

export interface PoolPorts {
  readonly config: EngineConfig;
  readonly size: number;
  /** For tests: URL of another worker program, and ms between two pings. */
  readonly program?: string;
  readonly pingEvery?: number;
  /** With a cluster or an archive: ships commits of the threads, and resolves once they are durable. */
  readonly durableElsewhere?: Durability["durableElsewhere"];
  readonly onMessage: (
    message: Exclude<FromWorker, { type: "answer" | "failure" | "pong" | "commits" }>,
  ) => void;
}

/**
 * Maximum number of retired workers that run on for their other sessions; above it the oldest is terminated and its
 * sessions start in another worker.
 */
const MOST_RETIRED = 2;
/** Time limit in ms for a stuck session to stop; afterwards its worker is terminated. */
const STOP_LIMIT_MS = 20_000;
const PING_EVERY_MS = 10_000;
/** A worker is replaced after this many consecutive pings without an answer. */
const MOST_UNANSWERED = 6;

/** Calls that have an effect on the network. */
const OUTWARD: ReadonlySet<CallName> = new Set([
  ...(["logout", "send", "markRead", "typing", "checkNumber", "profilePicture", "requestHistory"] as const),
  ...(["rejectCalls", "answerPasskey", "confirmPasskey"] as const),
]);

/** One worker on up to two cores, else half the number of cores: the main thread and other programs need the rest. */
export function defaultPoolSize(cores = os.availableParallelism()): number {
  return Math.max(1, Math.floor(cores / 2));
}

const isStuck = (event: SessionEvent): boolean => event.type === "closed" && event.reason === "engine_stuck";

export const createPool = (ports: PoolPorts): Pool => new EnginePool(ports);

class EnginePool implements Pool {
  readonly #ports: PoolPorts;
  readonly #members: Member[] = [];
  readonly #homes = new Map<string, Member>();
  /** Stops in progress; a start of the same session waits for them. */
  readonly #stops = new Map<string, Promise<unknown>>();
  readonly #pinging: ReturnType<typeof setInterval>;

  constructor(ports: PoolPorts) {
    this.#ports = ports;
    this.#pinging = setInterval(() => this.#pingAll(), ports.pingEvery ?? PING_EVERY_MS);
    this.#pinging.unref();
  }

  async call<N extends CallName>(
    key: SessionKey,
    name: N,
    ...args: Calls[N]["args"]
  ): Promise<Calls[N]["answer"]> {
    const held = OUTWARD.has(name) ? heldAtDoor("sessions") : undefined;
    if (held) await held;
    const session = sessionName(key);
    if (name === "start") await this.#stops.get(session)?.catch(() => {});
    let home = this.#homes.get(session);
    if (!home && name !== "start") return AT_REST[name];
    if (home && name === "stop") return this.#stop(home, key);
    if (home?.isRetired && name === "start") {
      await this.#leaveRetired(home, key);
      home = this.#homes.get(session);
    }
    const member = home ?? this.#homeOf(key);
    if (name === "start") member.files.add(sessionFile((args as Calls["start"]["args"])[0].directory));
    return request(member, key, name, args);
  }

  accept(key: SessionKey, batchId: number): void {
    const member = this.#homes.get(sessionName(key));
    if (member) post(member, { type: "accept", key, batchId });
  }

  sessions(): SessionKey[] {
    return this.#members.flatMap((member) => [...member.sessions.values()]);
  }

  close(): void {
    clearInterval(this.#pinging);
    for (const member of this.#members.splice(0)) {
      // The sessions of this worker were stopped and their files shipped, so the end of the worker must not ship them
      // again.
      member.files.clear();
      member.worker.terminate();
      rejectAll(member, "the engine was closed");
    }
    this.#homes.clear();
  }

  #spawn(): Member {
    const { config, program, durableElsewhere } = this.#ports;
    // The bundler finds the worker by this expression.
    const worker = program ? new Worker(program) : new Worker(new URL("./worker.ts", import.meta.url).href);
    const files = new Set<string>();
    const member: Member = {
      worker,
      sessions: new Map(),
      files,
      endedFiles: endedFiles(files, config.shipping, durableElsewhere),
      pending: new Map(),
      outgoing: [],
      isRetired: false,
      unanswered: 0,
    };
    worker.onmessage = (event: MessageEvent<readonly FromWorker[]>) => {
      for (const message of event.data) this.#receive(member, message);
    };
    worker.onerror = (event) => this.#lose(member, event.message);
    worker.addEventListener("close", () => {
      this.#lose(member, "it ended");
      void member.endedFiles.ship();
    });
    post(member, { type: "configure", config });
    this.#members.push(member);
    return member;
  }

  #receive(member: Member, message: FromWorker): void {
    if (message.type === "pong") {
      member.unanswered = 0;
      return;
    }
    if (message.type === "commits") return void this.#ship(member, message);
    if (message.type === "answer" || message.type === "failure") {
      settle(member, message);
      return;
    }
    if (message.type === "session" && isStuck(message.event)) this.#retire(member);
    this.#ports.onMessage(message);
  }

  async #ship(member: Member, { upTo, ...commits }: ThreadCommits): Promise<void> {
    const failure = await (this.#ports.durableElsewhere?.(commits) ?? Promise.resolve()).then(
      () => null,
      (error: unknown) => (error instanceof DurabilityError ? error.reason : "failed"),
    );
    if (this.#members.includes(member)) post(member, { type: "durable", upTo, failure });
  }

  /** A stuck session may block something that all sessions of its worker share, so the next start gets another worker. */
  #retire(member: Member): void {
    member.isRetired = true;
    const retired = this.#members.filter(({ isRetired }) => isRetired);
    if (retired.length > MOST_RETIRED && retired[0]) this.#lose(retired[0], "it was replaced");
  }

  /**
   * Closes the sessions of a lost worker. No event is lost, because the journals are on disk; the sessions start
   * again in another worker.
   */
  #lose(member: Member, why: string): void {
    if (!this.#remove(member)) return;
    end(member);
    // The runtime puts an excerpt of the source before the error's own text.
    const detail = `engine worker lost: ${/error: (.*)/.exec(why)?.[1] ?? why}`;
    rejectAll(member, detail);
    for (const [name, key] of member.sessions) {
      this.#homes.delete(name);
      this.#ports.onMessage({ type: "session", key, event: { type: "closed", reason: "network", detail } });
    }
  }

  /** Returns false when the member was removed before. */
  #remove(member: Member): boolean {
    const at = this.#members.indexOf(member);
    if (at >= 0) this.#members.splice(at, 1);
    return at >= 0;
  }

  #leave(member: Member, key: SessionKey): void {
    const name = sessionName(key);
    member.sessions.delete(name);
    if (this.#homes.get(name) === member) this.#homes.delete(name);
    if (member.isRetired && member.sessions.size === 0 && this.#remove(member)) end(member);
  }

  #stop(member: Member, key: SessionKey): Promise<null> {
    const name = sessionName(key);
    const stopped = request(member, key, "stop", []).finally(() => {
      this.#leave(member, key);
      if (this.#stops.get(name) === stopped) this.#stops.delete(name);
    });
    this.#stops.set(name, stopped);
    return stopped;
  }

  async #leaveRetired(member: Member, key: SessionKey): Promise<void> {
    const late = Symbol("late");
    const stopped = this.#stop(member, key).catch(() => null);
    if ((await withTimeout(STOP_LIMIT_MS, stopped, late)) === late)
      this.#lose(member, "a stuck session did not end");
  }

  #homeOf(key: SessionKey): Member {
    const name = sessionName(key);
    const open = this.#members.filter(({ isRetired }) => !isRetired);
    const least = open.toSorted((a, b) => a.sessions.size - b.sessions.size)[0];
    const isUsable = least && (least.sessions.size === 0 || open.length >= this.#ports.size);
    const member = isUsable ? least : this.#spawn();
    member.sessions.set(name, key);
    this.#homes.set(name, member);
    return member;
  }

  #pingAll(): void {
    for (const member of [...this.#members]) {
      if (++member.unanswered > MOST_UNANSWERED) this.#lose(member, "it does not answer");
      else post(member, { type: "ping" });
    }
  }
}
