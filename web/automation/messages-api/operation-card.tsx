import { type ReactNode, useState } from "react";
import type { TextKey } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import type { Field, Operation } from "./api-document.ts";
import { CopyButton } from "./copy-button.tsx";
import { EXAMPLE_LANGUAGES, exampleOf, TOKEN_PLACEHOLDER } from "./examples.ts";
import { messagesApiTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

interface Props {
  readonly operation: Operation;
  readonly title: string;
  readonly text: string;
}

/** One operation of the API: fields, answer, errors and sample code. */
export function OperationCard({ operation, title, text }: Props) {
  const t = useText(messagesApiTexts);
  const { method, path, bodies } = operation;
  const inBody = [...new Map(bodies.flatMap(({ fields }) => fields).map((one) => [one.name, one])).values()];
  const mediaOnly = bodies.length > 1 ? onlyIn("multipart/form-data", operation) : new Set<string>();
  const address = globalThis.location.origin + path;
  return (
    <section className="panel api-operation" aria-label={title}>
      <h2>{title}</h2>
      <p className="api-lead">{text}</p>
      <div className="api-address">
        <Chip tone="primary">{method}</Chip>
        <code>{address}</code>
        <CopyButton label={t("copy.label", { what: t("docs.address") })} text={address} />
      </div>
      <CodeSample operation={operation} />
      <Fields title={t("docs.parameters")} fields={operation.parameters} />
      <Fields
        title={t("docs.body")}
        note={bodies.map(({ contentType }) => contentType).join(" · ")}
        fields={inBody}
        mediaOnly={mediaOnly}
      />
      <Fields title={t("docs.headers")} fields={operation.headers} />
      <Fields title={t("docs.answer")} fields={operation.answer} isAnswer>
        <Code title={t("docs.answerExample")} code={JSON.stringify(operation.answerExample, null, 2)} />
      </Fields>
      <Fields title={t("docs.answerHeaders")} fields={operation.answerHeaders} isAnswer />
      <details className="api-part">
        <summary>{t("docs.errors")}</summary>
        <dl className="api-errors">
          {operation.errors.flatMap(({ status, codes }) =>
            codes.map((code) => (
              <div key={code}>
                <dt>
                  <span className="api-status">{status}</span> <code>{code}</code>
                </dt>
                <dd>{errorOfCode(code)}</dd>
              </div>
            )),
          )}
        </dl>
      </details>
    </section>
  );
}

function onlyIn(contentType: string, { bodies }: Operation): ReadonlySet<string> {
  const others = bodies.filter((body) => body.contentType !== contentType).flatMap(({ fields }) => fields);
  const known = new Set(others.map(({ name }) => name));
  const mine = bodies.find((body) => body.contentType === contentType)?.fields ?? [];
  return new Set(mine.map(({ name }) => name).filter((name) => !known.has(name)));
}

interface FieldsProps {
  readonly title: string;
  readonly note?: string;
  readonly fields: readonly Field[];
  /** Fields that exist only in multipart forms. */
  readonly mediaOnly?: ReadonlySet<string>;
  /** Fields of the answer have no label "required". */
  readonly isAnswer?: boolean;
  readonly children?: ReactNode;
}

/** Names, types and descriptions; renders nothing without fields. */
function Fields({ title, note, fields, mediaOnly, isAnswer = false, children }: FieldsProps) {
  const t = useText(messagesApiTexts);
  const descriptionOf = useFieldDescription();
  if (fields.length === 0) return null;
  return (
    <details className="api-part" open={!isAnswer}>
      <summary>
        {title}
        {note ? <span className="api-note">{note}</span> : null}
      </summary>
      <dl className="api-fields">
        {fields.map(({ name, type, required }) => (
          <div key={name}>
            <dt>
              <code>{name}</code> <span className="api-type">{type}</span>
              {required && !isAnswer ? <Chip tone="waiting">{t("docs.required")}</Chip> : null}
              {mediaOnly?.has(name) ? <Chip>{"multipart"}</Chip> : null}
            </dt>
            <dd>{descriptionOf(isAnswer ? "answer" : "field", name)}</dd>
          </div>
        ))}
      </dl>
      {children}
    </details>
  );
}

/** Key of a field's text: `X-RateLimit-Limit` → `xRateLimitLimit`. */
export const fieldTextKey = (name: string): string =>
  name
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Descriptions of fields in the language of the page; a test checks that every field of the document has one. */
function useFieldDescription() {
  const t = useText(messagesApiTexts);
  return (place: "field" | "answer", name: string) =>
    t(`${place}.${fieldTextKey(name)}` as TextKey<typeof pt>);
}

const NAMES = { curl: "curl", javascript: "JavaScript", php: "PHP" } as const;
const BODY_KEYS = { "application/json": "docs.asText", "multipart/form-data": "docs.asMedia" } as const;

/** A sample of the call in curl, JavaScript and PHP, to copy. */
function CodeSample({ operation }: { readonly operation: Operation }) {
  const t = useText(messagesApiTexts);
  const [language, setLanguage] = useState<(typeof EXAMPLE_LANGUAGES)[number]>("curl");
  const bodies = operation.bodies.length === 0 ? [null] : operation.bodies;
  return (
    <Tabs
      variant="pill"
      label={t("docs.examples")}
      selected={language}
      onSelect={(id) => setLanguage(EXAMPLE_LANGUAGES.find((one) => one === id) ?? "curl")}
      items={EXAMPLE_LANGUAGES.map((id) => ({
        id,
        label: NAMES[id],
        panel: (
          <div className="api-samples">
            {bodies.map((body) => {
              const key = BODY_KEYS[body?.contentType as keyof typeof BODY_KEYS];
              const title = key ? t(key) : t("docs.example");
              const code = exampleOf(language, globalThis.location.origin, operation, body);
              return (
                <Code
                  key={title}
                  title={title}
                  code={code.replaceAll(TOKEN_PLACEHOLDER, t("docs.yourToken"))}
                />
              );
            })}
          </div>
        ),
      }))}
    />
  );
}

function Code({ title, code }: { readonly title: string; readonly code: string }) {
  const t = useText(messagesApiTexts);
  return (
    <figure className="api-code">
      <figcaption>
        <span>{title}</span>
        <CopyButton label={t("copy.label", { what: title })} text={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre tabIndex={0}>{code}</pre>
    </figure>
  );
}
