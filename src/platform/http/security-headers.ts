/**
 * Kind of a response, which decides its headers: `page` = our HTML and its files, `api` = JSON, `media` = any file of
 * a company, `document` = a PDF, which is not sandboxed: it cannot run code of the page, and some browsers neither
 * show nor save a sandboxed one.
 */
export type AnswerKind = "page" | "api" | "media" | "document";

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "microphone=(self), camera=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()",
};

/**
 * Content security policy of pages: no inline code or styles, no third party; `blob:` and `data:` are pictures and
 * recordings of our own page.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  // Help videos, loaded only after the user agreed.
  "frame-src 'self' https://www.youtube-nocookie.com",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers: Readonly<Record<AnswerKind, Readonly<Record<string, string>>>> = {
  page: { ...everywhere, "content-security-policy": pagePolicy },
  api: {
    ...everywhere,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
  },
  media: { ...everywhere, "content-security-policy": "default-src 'none'; frame-ancestors 'self'; sandbox" },
  document: { ...everywhere, "content-security-policy": "frame-ancestors 'self'" },
};

/** One year, as HSTS preload lists require; sent only over TLS. */
const STRICT_TRANSPORT = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

/** The security headers of every response; `secure`: the browser's own connection is TLS. */
export function securityHeaders(kind: AnswerKind, secure: boolean): Record<string, string> {
  return secure ? { ...headers[kind], ...STRICT_TRANSPORT } : { ...headers[kind] };
}
