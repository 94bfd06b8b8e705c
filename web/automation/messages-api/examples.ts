import type { Body, Example, Operation } from "./api-document.ts";

export const EXAMPLE_LANGUAGES = ["curl", "javascript", "php"] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];
/** Placeholder for the token in the examples. */
export const TOKEN_PLACEHOLDER = "SEU_TOKEN";

/** Sample code of a call; `origin` is the address of this server. */
export function exampleOf(
  language: ExampleLanguage,
  origin: string,
  { method, path, answerExample }: Operation,
  body: Body | null,
): string {
  const address = origin + path.replace("{messageId}", String(answerExample["id"] ?? 1));
  return { curl, javascript, php }[language](method, address, body);
}

const isForm = (body: Body) => body.contentType === "multipart/form-data";
/** A value of a multipart form; each file is one part. */
type Part = readonly [name: string, value: string, isFile: boolean];
const parts = (example: Example): readonly Part[] =>
  Object.entries(example).flatMap(([name, value]): Part[] =>
    Array.isArray(value) ? value.map((file) => [name, String(file), true]) : [[name, String(value), false]],
  );

function curl(method: string, address: string, body: Body | null): string {
  const lines = [`curl -X ${method} '${address}'`, `  -H 'Authorization: Bearer ${TOKEN_PLACEHOLDER}'`];
  if (body && isForm(body)) {
    for (const [name, value, isFile] of parts(body.example))
      lines.push(`  -F '${name}=${isFile ? "@" : ""}${value}'`);
  } else if (body) {
    lines.push(`  -H 'Content-Type: ${body.contentType}'`, `  -d '${JSON.stringify(body.example)}'`);
  }
  return lines.join(" \\\n");
}

function javascript(method: string, address: string, body: Body | null): string {
  const headers = [`Authorization: "Bearer ${TOKEN_PLACEHOLDER}"`];
  if (body && !isForm(body)) headers.push(`"Content-Type": "${body.contentType}"`);
  const before: string[] = [];
  let sent = "";
  if (body && isForm(body)) {
    before.push(`import { openAsBlob } from "node:fs";`, "", "const form = new FormData();");
    for (const [name, value, isFile] of parts(body.example))
      before.push(
        isFile
          ? `form.append("${name}", await openAsBlob("${value}"), "${value}");`
          : `form.append("${name}", ${JSON.stringify(value)});`,
      );
    before.push("");
    sent = "\n  body: form,";
  } else if (body) {
    sent = `\n  body: JSON.stringify(${JSON.stringify(body.example, null, 2).replaceAll("\n", "\n  ")}),`;
  }
  return [
    ...before,
    `const response = await fetch("${address}", {`,
    `  method: "${method}",`,
    `  headers: { ${headers.join(", ")} },${sent}`,
    "});",
    "console.log(response.status, await response.json());",
  ].join("\n");
}

function php(method: string, address: string, body: Body | null): string {
  const headers = [`'Authorization: Bearer ${TOKEN_PLACEHOLDER}'`];
  const lines = ["<?php", `$call = curl_init('${address}');`, "curl_setopt_array($call, ["];
  lines.push(`  CURLOPT_CUSTOMREQUEST => '${method}',`, "  CURLOPT_RETURNTRANSFER => true,");
  if (body && isForm(body)) {
    let file = 0;
    lines.push("  CURLOPT_POSTFIELDS => [");
    for (const [name, value, isFile] of parts(body.example)) {
      lines.push(
        isFile ? `    '${name}[${file}]' => new CURLFile('${value}'),` : `    '${name}' => '${value}',`,
      );
      if (isFile) file += 1;
    }
    lines.push("  ],");
  } else if (body) {
    headers.push(`'Content-Type: ${body.contentType}'`);
    lines.push("  CURLOPT_POSTFIELDS => json_encode([");
    for (const [name, value] of Object.entries(body.example)) lines.push(`    '${name}' => '${value}',`);
    lines.push("  ]),");
  }
  lines.push(`  CURLOPT_HTTPHEADER => [${headers.join(", ")}],`, "]);", "echo curl_exec($call);");
  return lines.join("\n");
}
