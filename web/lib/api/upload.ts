import { ApiError } from "./api-error.ts";

export interface UploadProgress {
  /** Uploaded fraction, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

/** Sends a form with files by XMLHttpRequest, the only API with upload progress. */
export function sendFiles(
  address: string,
  form: FormData,
  token: string | null,
  { onProgress, signal, idempotencyKey }: UploadProgress,
): Promise<{ readonly status: number; readonly body: unknown }> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(new DOMException("Called off", "AbortError"));
    if (signal?.aborted) return aborted();
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.withCredentials = true;
    request.setRequestHeader("accept", "application/json");
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    if (idempotencyKey) request.setRequestHeader("idempotency-key", idempotencyKey);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = () => reject(new ApiError(0, "OFFLINE"));
    request.onabort = aborted;
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
