import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { integrationTexts } from "./locales/index.ts";

/** Result of a test; `text` is the external system's own message. */
export interface TestOutcome {
  readonly ok: boolean;
  readonly statusCode: number | null;
  readonly text: string;
}

/** Starts a test session; an error of the agent is returned as a failed outcome. */
export async function testSessionOutcome(
  call: () => Promise<{ readonly messages: readonly string[] }>,
): Promise<TestOutcome> {
  try {
    return { ok: true, statusCode: null, text: (await call()).messages.join("\n\n") };
  } catch (error) {
    const { details, code } = error instanceof ApiError ? error : { details: {}, code: String(error) };
    const reason = (details as Readonly<Record<string, unknown>>)["reason"];
    return { ok: false, statusCode: null, text: typeof reason === "string" ? reason : code };
  }
}

export function Outcome({ outcome: { ok, statusCode, text } }: { readonly outcome: TestOutcome }) {
  const t = useText(integrationTexts);
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <Callout tone={ok ? "success" : "danger"} icon={<Icon aria-hidden="true" />}>
      <strong>{t(ok ? "test.done" : "test.failed")}</strong>
      {statusCode === null ? null : <span className="integration-status"> HTTP {statusCode}</span>}
      {text === "" ? null : <pre className="integration-answer">{text}</pre>}
    </Callout>
  );
}
