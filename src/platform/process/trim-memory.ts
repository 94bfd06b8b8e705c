import { dlopen } from "bun:ffi";

/**
 * The C library keeps what SQLite has freed, in the hope of the next use: this gives it back to the system. For
 * housekeeping, now and then; takes some ms. Does nothing with another C library, which has no such call.
 */
export function trimMemory(): void {
  trim ??= findTrim();
  trim();
}

let trim: (() => void) | undefined;

function findTrim(): () => void {
  try {
    const { symbols } = dlopen("libc.so.6", { malloc_trim: { args: ["usize"], returns: "i32" } });
    return () => void symbols.malloc_trim(0);
  } catch {
    return () => {};
  }
}
