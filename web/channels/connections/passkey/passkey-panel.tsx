import KeyRound from "lucide-react/icons/key-round";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PasskeyAnswer } from "#channels/connections/linking/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { passkeyTexts } from "./locales/index.ts";
import { ManualAnswer } from "./manual-answer.tsx";
import type { PasskeyCalls } from "./passkey-calls.ts";
import { TimeLeft } from "./time-left.tsx";
import "./passkey.css";

/** Names that our extension knows (clients/link-extension/exchange.ts). */
const REQUEST_ID = "passkey-request";
const ANSWER_EVENT = "passkey-answer";

interface Props {
  readonly calls: PasskeyCalls;
  /** The step that the server reported; a change loads the request again. */
  readonly step: string;
  /** Shows the way by the console, which is for admins only. */
  readonly hasManualWay: boolean;
}

/** The step of a link whose account asks for a passkey (docs/rules/linking.md#steps). */
export function PasskeyPanel({ calls, step, hasManualWay }: Props) {
  const t = useText(passkeyTexts);
  const { state, hasFailed, load } = usePasskey(calls, step);
  const [isSending, setSending] = useState(false);
  const send = useCallback(
    async (assertion: unknown) => {
      setSending(true);
      await calls.send(assertion).catch(toast.failure);
      setSending(false);
      await load();
    },
    [calls, load],
  );
  useAnswers(send);
  if (hasFailed)
    return (
      <div className="passkey-wait">
        <p role="alert">{t("loadFailed")}</p>
        <Button onPress={() => void load()}>{t("again")}</Button>
      </div>
    );
  if (isSending) return <Wait text={t("sending")} />;
  switch (state?.step) {
    case "passkey_required":
      return <Required state={state} hasManualWay={hasManualWay} onAnswer={send} />;
    case "passkey_answered":
      return <Wait title={t("answered.title")} text={t("answered.text")} />;
    case "passkey_confirm":
      return <ConfirmCode code={state.code ?? ""} calls={calls} onDone={load} />;
    case "passkey_confirmed":
      return <Wait title={t("confirmed.title")} text={t("confirmed.text")} />;
    default:
      return <Wait text={t("waiting")} />;
  }
}

function usePasskey(calls: PasskeyCalls, step: string) {
  const [state, setState] = useState<PasskeyAnswer | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const newest = useRef(0);
  const load = useCallback(async () => {
    const turn = ++newest.current;
    try {
      const answer = await calls.load();
      // An earlier answer may arrive later.
      if (turn !== newest.current) return;
      setState(answer);
      setFailed(false);
    } catch {
      if (turn === newest.current) setFailed(true);
    }
  }, [calls]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step has a new state
  useEffect(() => void load(), [load, step]);
  return { state, hasFailed, load };
}

/** Any script of the page may dispatch the event: what is no JSON is ignored. */
function parsed(detail: string): unknown {
  try {
    return JSON.parse(detail);
  } catch {
    return null;
  }
}

/** Receives what the extension signed. */
function useAnswers(send: (assertion: unknown) => Promise<void>): void {
  useEffect(() => {
    const receive = (event: Event) => {
      const { detail } = event as CustomEvent<unknown>;
      const assertion = typeof detail === "string" ? parsed(detail) : null;
      if (assertion !== null) void send(assertion);
    };
    document.addEventListener(ANSWER_EVENT, receive);
    return () => document.removeEventListener(ANSWER_EVENT, receive);
  }, [send]);
}

interface RequiredProps {
  readonly state: PasskeyAnswer;
  readonly hasManualWay: boolean;
  readonly onAnswer: (assertion: unknown) => Promise<void>;
}

function Required({ state, hasManualWay, onAnswer }: RequiredProps) {
  const t = useText(passkeyTexts);
  const { options, expiresAt, extensionUrl } = state;
  if (!options) return <Wait text={t("sending")} />;
  return (
    <section className="passkey" aria-labelledby="passkey-title">
      <div id={REQUEST_ID} data-options={JSON.stringify(options)} hidden />
      <h3 id="passkey-title" className="passkey-title" role="status">
        <KeyRound aria-hidden="true" />
        {t("required.title")}
      </h3>
      <p>{t("required.text")}</p>
      {expiresAt ? <TimeLeft until={Date.parse(expiresAt)} /> : null}
      <h4>{t("required.needTitle")}</h4>
      <ul className="passkey-needs">
        <li>{t("required.need1")}</li>
        <li>{t("required.need2")}</li>
      </ul>
      <h4>{t("required.stepsTitle")}</h4>
      <ol className="link-steps">
        <li>
          <p>{t("required.step1")}</p>
          <a className="button button-primary" href={extensionUrl} target="_blank" rel="noreferrer">
            {t("required.extension")}
          </a>
          {extensionUrl.startsWith("/") ? <small>{t("required.extensionHelp")}</small> : null}
        </li>
        <li>{t("required.step2")}</li>
        <li>{t("required.step3")}</li>
      </ol>
      <Callout tone="waiting" icon={<TriangleAlert aria-hidden="true" />}>
        {t("required.never")}
      </Callout>
      {hasManualWay ? <ManualAnswer options={options} onAnswer={onAnswer} /> : null}
    </section>
  );
}

interface ConfirmProps {
  readonly code: string;
  readonly calls: PasskeyCalls;
  readonly onDone: () => Promise<void>;
}

function ConfirmCode({ code, calls, onDone }: ConfirmProps) {
  const t = useText(passkeyTexts);
  const [isSending, setSending] = useState(false);
  const run = async (call: () => Promise<unknown>) => {
    setSending(true);
    await call().catch(toast.failure);
    setSending(false);
    await onDone();
  };
  const { restart } = calls;
  return (
    <div className="passkey-wait">
      <h3 className="passkey-title" role="status">
        {t("confirm.title")}
      </h3>
      <p>{t("confirm.text")}</p>
      <output className="pairing-code" aria-label={t("confirm.codeLabel")}>
        {code}
      </output>
      <Button variant="primary" isPending={isSending} onPress={() => void run(calls.confirm)}>
        {t("confirm.same")}
      </Button>
      {restart ? (
        <Button isDisabled={isSending} onPress={() => void run(restart)}>
          {t("confirm.different")}
        </Button>
      ) : (
        <p className="state-text">{t("confirm.differentOwner")}</p>
      )}
    </div>
  );
}

function Wait({ title, text }: { readonly title?: string; readonly text: string }) {
  return (
    <div className="passkey-wait" role="status">
      {title ? <p className="state-title">{title}</p> : null}
      <p className="state-text">{text}</p>
    </div>
  );
}
