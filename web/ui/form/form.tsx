import { useSignals } from "@preact/signals-react/runtime";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import type { FormModel, FormValues, Problem } from "./form-model.ts";
import { useLeaveGuard } from "./unsaved-guard.tsx";
import "./form.css";

export interface FormProps<Values extends FormValues> {
  readonly form: FormModel<Values>;
  readonly children: ReactNode;
  readonly label?: string;
  readonly className?: string;
  /** Leaving the page needs no confirmation, because no input would be lost (login, a trial conversation). */
  readonly isPassing?: boolean;
}

/**
 * A form: Enter and Ctrl+Enter submit, the first error gets the focus, leaving the page with unsaved changes asks for
 * confirmation. Fields get their properties from `useField`.
 */
export function Form<Values extends FormValues>({
  form,
  children,
  label,
  className,
  isPassing = false,
}: FormProps<Values>) {
  useSignals();
  const box = useRef<HTMLFormElement>(null);
  const refusals = form.refusals.value;
  const guard = useLeaveGuard(!isPassing && form.dirty.value && !form.sending.value);
  useEffect(() => {
    if (refusals > 0) focusFirstError(box.current);
  }, [refusals]);
  return (
    <>
      <form
        ref={box}
        noValidate
        aria-label={label}
        className={classNames("form", className)}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
        // Captured, because a focused button keeps its keys; a form of a dialog inside this one has its own.
        onKeyDownCapture={(event: KeyboardEvent<HTMLFormElement>) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          if (!(event.target instanceof Element) || event.target.closest("form") !== box.current) return;
          event.preventDefault();
          event.stopPropagation();
          void form.submit();
        }}
      >
        {children}
      </form>
      {guard}
    </>
  );
}

/** Focuses the first invalid control; if a tab hides it, the page must open that tab. */
export function focusFirstError(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] :is(button, input)')?.focus();
}

const PROBLEM_KEYS = {
  required: "form.required",
  too_short: "form.tooShort",
  too_long: "form.tooLong",
  invalid: "form.invalid",
  invalid_email: "form.invalidEmail",
  in_use: "form.inUse",
  unknown_variable: "form.unknownVariable",
} as const satisfies Record<Exclude<Problem, `ERR_${string}`>, string>;

const isCode = (problem: Problem): problem is `ERR_${string}` => problem.startsWith("ERR_");

/** The properties that a field of a form needs: `<TextField {...field("name")} label=… />`. */
export function useField<Values extends FormValues>(form: FormModel<Values>) {
  useSignals();
  const t = useText(common);
  return <Name extends keyof Values & string>(name: Name) => {
    const problem = form.problem(name);
    return {
      name,
      value: form.value(name),
      onChange: (value: Values[Name]) => form.set(name, value),
      onBlur: () => form.leave(name),
      error: problem ? (isCode(problem) ? errorOfCode(problem) : t(PROBLEM_KEYS[problem])) : null,
    };
  };
}

export interface FormActionsProps<Values extends FormValues> {
  readonly form: FormModel<Values>;
  readonly submitLabel: string;
  readonly onCancel?: () => void;
}

/** Cancel and submit; the submit button is disabled only while the request is running. */
export function FormActions<Values extends FormValues>({
  form,
  submitLabel,
  onCancel,
}: FormActionsProps<Values>) {
  useSignals();
  const t = useText(common);
  return (
    <div className="form-actions">
      {onCancel ? <Button onPress={onCancel}>{t("action.cancel")}</Button> : null}
      <Button type="submit" variant="primary" isPending={form.sending.value}>
        {submitLabel}
      </Button>
    </div>
  );
}
