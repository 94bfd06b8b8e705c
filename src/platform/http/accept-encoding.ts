/** Whether an `Accept-Encoding` header allows an encoding; `;q=0` forbids one. */
export function accepts(header: string | null, encoding: "br" | "gzip"): boolean {
  return (header ?? "").split(",").some((part) => {
    const [name = "", quality = ""] = part.split(";");
    return name.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality);
  });
}
