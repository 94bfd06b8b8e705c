import { useSignals } from "@preact/signals-react/runtime";
import CircleCheck from "lucide-react/icons/circle-check-big";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useMemo } from "react";
import { Link } from "react-aria-components/Link";
import { useLocation } from "wouter";
import type { ConfirmAnswer } from "#accounts/auth/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { FrontLinks, FrontPage } from "#web/ui/layout/front-page.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ConfirmModel, type ConfirmProblem } from "./confirm-model.ts";
import { confirmTexts } from "./locales/index.ts";

/** Target of the mailed link: one press confirms the e-mail of a sign-up. */
export function ConfirmPage() {
  useSignals();
  const t = useText(confirmTexts);
  const [, navigate] = useLocation();
  const onDone = ({ email, session: opened }: ConfirmAnswer) => {
    if (opened) {
      toast.success(t("done.signedIn"));
      session.take(opened);
      navigate("/", { replace: true });
    } else {
      toast.success(t("done.confirmed"));
      navigate("/login", { replace: true, state: { email } });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language must not reset the page
  const model = useMemo(() => new ConfirmModel({ api, onFailure: toast.failure, onDone }), []);
  useEffect(() => {
    const take = () => {
      // Removed from the address, because the code would remain in the browser history.
      if (model.invite(globalThis.location.hash)) history.replaceState(history.state, "", "/confirm");
    };
    take();
    globalThis.addEventListener("hashchange", take);
    return () => globalThis.removeEventListener("hashchange", take);
  }, [model]);
  const isInvited = model.isInvited.value;
  const problem = model.problem.value;
  if (problem !== null && problem !== "unknown") return <Refused problem={problem} />;
  return (
    <FrontPage title={t("page.title")} text={t(isInvited ? "page.invited" : "page.typed")}>
      <ConfirmForm model={model} />
      <FrontLinks>
        <Link href="/login" className="button button-ghost button-s">
          {t("page.toLogin")}
        </Link>
      </FrontLinks>
    </FrontPage>
  );
}

function ConfirmForm({ model }: { readonly model: ConfirmModel }) {
  useSignals();
  const t = useText(confirmTexts);
  const field = useField(model.form);
  return (
    <Form form={model.form} isPassing label={t("page.title")}>
      {model.problem.value === "unknown" ? (
        <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
          {t("problem.unknown")}
        </Callout>
      ) : null}
      {model.isInvited.value ? null : (
        <TextField {...field("token")} label={t("page.code")} autoComplete="one-time-code" autoFocus />
      )}
      <Button type="submit" variant="primary" isPending={model.form.sending.value}>
        {t("page.submit")}
      </Button>
    </Form>
  );
}

/** Links to the login page and to a new sign-up. */
const NEXT = {
  used: "/login",
  replaced: "/login",
  expired: "/login",
  email: "/login",
  plan: "/signup",
  closed: "/login",
} as const;

/** Why the link was refused, and the next step. */
function Refused({ problem }: { readonly problem: Exclude<ConfirmProblem, "unknown"> }) {
  const t = useText(confirmTexts);
  const [, navigate] = useLocation();
  const isFine = problem === "used";
  const next = NEXT[problem];
  return (
    <FrontPage title={t(isFine ? "problem.usedTitle" : "problem.title")}>
      <div className="form">
        <Callout
          tone={isFine ? "success" : "danger"}
          icon={isFine ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
        >
          {t(`problem.${problem}`)}
        </Callout>
        <Button variant="primary" onPress={() => navigate(next, { replace: true })}>
          {t(next === "/signup" ? "page.toSignup" : "page.toLogin")}
        </Button>
      </div>
    </FrontPage>
  );
}
