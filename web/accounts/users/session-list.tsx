import { type ReadonlySignal, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { useEffect, useMemo, useState } from "react";
import type { OwnSession } from "#accounts/auth/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import type { ListState } from "#web/lib/lists/paged-list.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { usersTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { type UserCalls, userCalls } from "./users-api.ts";

/** The user's login sessions; each but the present one can be ended. */
export function SessionList() {
  useSignals();
  const t = useText(usersTexts);
  const model = useMemo(() => new SessionsModel(userCalls), []);
  useEffect(() => void model.load(), [model]);
  const others = model.list.value.filter(({ current }) => !current).length;
  if (model.state.value === "error")
    return <ErrorState error={model.error.value} onRetry={() => void model.load()} />;
  const isHere = model.state.value === "ready";
  return (
    <div className="session-list">
      <p className="field-help">{t("sessions.help")}</p>
      <ul aria-busy={!isHere}>
        {isHere ? null : (
          <li>
            <Skeleton shape="circle" width="38px" height="38px" />
            <Skeleton width="55%" height="34px" />
          </li>
        )}
        {model.list.value.map((one) => (
          <SessionRow key={one.id} session={one} onEnd={() => model.end(one.id)} />
        ))}
      </ul>
      {isHere && others === 0 ? <p className="field-help">{t("sessions.onlyThis")}</p> : null}
      {others > 0 ? (
        <Ending
          label={t("sessions.endOthers")}
          done={t("sessions.othersEnded")}
          onEnd={() => model.endOthers()}
        />
      ) : null}
    </div>
  );
}

function SessionRow({
  session,
  onEnd,
}: {
  readonly session: OwnSession;
  readonly onEnd: () => Promise<void>;
}) {
  const t = useText(usersTexts);
  const { browser, system, isPhone } = deviceOf(session.userAgent);
  const device = nameOf(t, browser, system);
  return (
    <li>
      <span className="session-picture">{isPhone ? <Smartphone /> : <Monitor />}</span>
      <span className="session-words">
        <b>{device}</b>
        <small>
          {session.ip} · {t("sessions.since", { time: formatDateTime(session.createdAt) })} ·{" "}
          {t("sessions.lastUsed", { time: formatDateTime(session.lastUsedAt) })}
        </small>
      </span>
      {session.current ? (
        <Chip tone="success">{t("sessions.here")}</Chip>
      ) : (
        <Ending
          label={t("sessions.end")}
          name={t("sessions.endOf", { device })}
          done={t("sessions.ended")}
          onEnd={onEnd}
        />
      )}
    </li>
  );
}

interface EndingProps {
  readonly label: string;
  /** For screen readers, when the label alone is ambiguous. */
  readonly name?: string;
  readonly done: string;
  readonly onEnd: () => Promise<void>;
}

function Ending({ label, name, done, onEnd }: EndingProps) {
  const [working, setWorking] = useState(false);
  const end = () => {
    setWorking(true);
    onEnd()
      .then(() => void toast.success(done), toast.failure)
      .finally(() => setWorking(false));
  };
  return (
    <Button isPending={working} onPress={end} {...(name === undefined ? {} : { "aria-label": name })}>
      {label}
    </Button>
  );
}

function nameOf(t: Translate<typeof pt>, browser: string | null, system: string | null): string {
  if (browser && system) return t("sessions.on", { browser, system });
  return browser ?? system ?? t("sessions.unknown");
}

/** Browser and system of a `User-Agent`; null for an unknown one. */
interface Device {
  readonly browser: string | null;
  readonly system: string | null;
  readonly isPhone: boolean;
}

/** The first match wins: Edge and Opera also name Chrome, and Chrome also names Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const first = (list: typeof BROWSERS, text: string): string | null =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Parses a `User-Agent`. */
export function deviceOf(userAgent: string): Device {
  const system = first(SYSTEMS, userAgent);
  return {
    browser: first(BROWSERS, userAgent),
    system,
    isPhone: system === "iPhone" || (system === "Android" && /\bMobile\b/.test(userAgent)),
  };
}

/** The login sessions of the user. */
export class SessionsModel {
  readonly #calls: Pick<UserCalls, "sessions" | "endSession" | "endOtherSessions">;
  readonly #list = signal<readonly OwnSession[]>([]);
  readonly #state = signal<ListState>("idle");
  readonly #error = signal<unknown>(null);

  readonly list: ReadonlySignal<readonly OwnSession[]> = this.#list;
  readonly state: ReadonlySignal<ListState> = this.#state;
  readonly error: ReadonlySignal<unknown> = this.#error;

  constructor(calls: Pick<UserCalls, "sessions" | "endSession" | "endOtherSessions">) {
    this.#calls = calls;
  }

  async load(): Promise<void> {
    if (this.#state.peek() !== "ready") this.#state.value = "loading";
    try {
      const found = await this.#calls.sessions();
      // The present login session first.
      this.#list.value = [...found].sort((a, b) => Number(b.current) - Number(a.current));
      this.#state.value = "ready";
    } catch (error) {
      this.#error.value = error;
      this.#state.value = "error";
    }
  }

  /** Ends another login session. Throws ApiError. */
  async end(id: number): Promise<void> {
    await this.#calls.endSession(id);
    this.#list.value = this.#list.peek().filter((session) => session.id !== id);
  }

  async endOthers(): Promise<void> {
    await this.#calls.endOtherSessions();
    this.#list.value = this.#list.peek().filter(({ current }) => current);
  }
}
