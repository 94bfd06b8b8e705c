import type { Page } from "playwright-core";

/** Unexpected reports of a page: errors, violations of its content security policy, requests to other hosts. */
export interface Problems {
  /** Problems that a step expects: `409` of a conflict, a lost network. */
  allow(pattern: RegExp): void;
  /** The session of this page ends in this step: requests on their way then are answered with 401. */
  allowEndOfSession(): void;
  unexpected(): readonly string[];
}

const END_OF_SESSION = /401 \(Unauthorized\).*\/api\//;
const OWN_HOSTS = new Set(["localhost", "127.0.0.1"]);

/** Listens from the first request on. */
export async function watchPage(page: Page): Promise<Problems> {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  page.on("pageerror", (error) => seen.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") seen.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && !OWN_HOSTS.has(hostname)) seen.push(`stranger: ${request.url()}`);
  });
  await page.exposeFunction("reportRefusal", (refusal: string) => seen.push(`policy: ${refusal}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const report = (globalThis as unknown as { reportRefusal(text: string): void }).reportRefusal;
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  return {
    allow: (pattern) => allowed.push(pattern),
    allowEndOfSession: () => allowed.push(END_OF_SESSION),
    unexpected: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  };
}
