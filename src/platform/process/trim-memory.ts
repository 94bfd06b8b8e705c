import { dlopen } from "bun:ffi";

/**
 * Returns freed memory from the C library's pool to the operating system; takes a few ms. Does nothing with a C library
 * without `malloc_trim`.
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
