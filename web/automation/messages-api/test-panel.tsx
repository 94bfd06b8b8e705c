import { useSignals } from "@preact/signals-react/runtime";
import Paperclip from "lucide-react/icons/paperclip";
import Send from "lucide-react/icons/send";
import X from "lucide-react/icons/x";
import { useMemo, useRef, useState } from "react";
import { Link } from "react-aria-components/Link";
import { text } from "#web/i18n/dictionary.ts";
import { errorText } from "#web/i18n/errors/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { messagesApiTexts } from "./locales/index.ts";
import { sendAsProgram } from "./messages-api-api.ts";
import { createTestForm, type Outcome, statusOf, type TestForm, type TestKind } from "./test-form.ts";

/** Sends a real message with a connection's token, as text or with files. */
export function TestPanel({ onSent }: { readonly onSent: () => void }) {
  useSignals();
  const t = useText(messagesApiTexts);
  const [kind, setKind] = useState<TestKind>("text");
  const forms = useMemo(() => {
    const make = (of: TestKind) =>
      createTestForm(of, {
        send: sendAsProgram,
        onSent: () => {
          toast.success(text(messagesApiTexts, "test.sent"));
          onSent();
        },
      });
    return { text: make("text"), media: make("media") };
  }, [onSent]);
  const choose = (id: string) => {
    const next: TestKind = id === "media" ? "media" : "text";
    // The common fields of both forms are copied, so that users type them once.
    for (const name of ["token", "number"] as const) forms[next].form.set(name, forms[kind].form.value(name));
    setKind(next);
  };
  return (
    <section className="panel api-test" aria-label={t("test.title")}>
      <h2>{t("test.title")}</h2>
      <p className="api-lead">{t("test.text")}</p>
      <Tabs
        label={t("test.title")}
        selected={kind}
        onSelect={choose}
        items={[
          { id: "text", label: t("docs.asText"), panel: <Fields kind="text" {...forms.text} /> },
          { id: "media", label: t("docs.asMedia"), panel: <Fields kind="media" {...forms.media} /> },
        ]}
      />
    </section>
  );
}

function Fields({ kind, form, outcome }: TestForm & { readonly kind: TestKind }) {
  useSignals();
  const t = useText(messagesApiTexts);
  const field = useField(form);
  return (
    <Form form={form} label={t(kind === "text" ? "test.asText" : "test.asMedia")}>
      <PasswordField
        {...field("token")}
        label={t("test.token")}
        isRequired
        autoComplete="off"
        help={
          <>
            {t("test.tokenHelp")} <Link href="/connections">{t("test.connections")}</Link>
          </>
        }
      />
      <TextField
        {...field("number")}
        label={t("test.number")}
        isRequired
        autoComplete="off"
        placeholder="5511988887777"
        help={t("test.numberHelp")}
      />
      <TextArea
        {...field("body")}
        label={t(kind === "text" ? "test.body" : "test.caption")}
        isRequired={kind === "text"}
      />
      {kind === "media" ? <Files {...field("medias")} /> : null}
      <Button
        type="submit"
        variant="primary"
        icon={<Send aria-hidden="true" />}
        isPending={form.sending.value}
      >
        {t("test.send")}
      </Button>
      {outcome.value ? <Result outcome={outcome.value} /> : null}
    </Form>
  );
}

interface FilesProps {
  readonly value: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
  readonly error: string | null;
}

function Files({ value, onChange, error }: FilesProps) {
  const t = useText(messagesApiTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <fieldset className="field api-files" data-invalid={error ? true : undefined}>
      <legend className="field-label">{t("test.files")}</legend>
      {value.length > 0 ? (
        <ul>
          {value.map((file) => (
            <li key={`${file.name}-${file.size}-${file.lastModified}`}>
              <Paperclip aria-hidden="true" />
              <span className="ellipsis">{file.name}</span>
              <IconButton
                size="s"
                label={t("test.removeFile", { name: file.name })}
                onPress={() => onChange(value.filter((other) => other !== file))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      <Button size="s" icon={<Paperclip aria-hidden="true" />} onPress={() => input.current?.click()}>
        {t("test.addFiles")}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("test.files")}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          // Reset the field: otherwise choosing the same file again fires no event.
          target.value = "";
          onChange([...value.filter(({ name }) => !chosen.some((file) => file.name === name)), ...chosen]);
        }}
      />
      {error ? (
        <span className="field-error" role="alert">
          {error}
        </span>
      ) : null}
    </fieldset>
  );
}

/** The raw answer of the API. */
function Result({ outcome }: { readonly outcome: Outcome }) {
  const t = useText(messagesApiTexts);
  if (outcome.kind === "sent")
    return (
      <Callout tone="success">
        <strong>HTTP {200}</strong> {t("test.sent")}
        <pre className="api-result">{JSON.stringify(outcome.answer, null, 2)}</pre>
      </Callout>
    );
  const status = statusOf(outcome.error);
  const body = (outcome.error as { readonly body?: unknown }).body;
  return (
    <Callout tone="danger">
      {status > 0 ? <strong>HTTP {status}</strong> : null} {errorText(outcome.error)}
      {body ? <pre className="api-result">{JSON.stringify(body, null, 2)}</pre> : null}
    </Callout>
  );
}
