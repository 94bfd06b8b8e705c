import { securityHeaders } from "#platform/http/security-headers.ts";
import { healthAnswer } from "./health.ts";
import { listen } from "./listen.ts";
import { pathOf, rejectMalformed } from "./request-validation.ts";

export interface RedirectServerOptions {
  readonly port: number;
  readonly host: string;
  readonly tlsPort: number;
  readonly publicUrl: string | null;
  readonly challenge: (path: string) => string | null;
  readonly ready: () => Response;
}

/** The port without TLS: answers ACME challenges and health checks, and redirects every other request to HTTPS. */
export function startRedirectServer(door: RedirectServerOptions): Bun.Server<undefined> {
  return listen<undefined>({
    port: door.port,
    host: door.host,
    websocket: { message() {} },
    fetch(request) {
      const path = pathOf(request.url);
      if (path === "/healthz") return healthAnswer();
      if (path === "/readyz") return door.ready();
      const refused = rejectMalformed(request);
      if (refused) return refused;
      const proof = door.challenge(path);
      const headers = securityHeaders("api", false);
      if (proof !== null)
        return new Response(proof, { headers: { ...headers, "content-type": "text/plain" } });
      const { pathname, search } = new URL(request.url);
      const location = `${door.publicUrl ?? originOf(request, door.tlsPort)}${pathname}${search}`;
      return new Response(null, { status: 308, headers: { ...headers, location } });
    },
  });
}

function originOf(request: Request, port: number): string {
  const { hostname } = new URL(request.url);
  return `https://${hostname}${port === 443 ? "" : `:${port}`}`;
}
